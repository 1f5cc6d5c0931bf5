# A file that somebody writes after it was read and before its writes are heard is looked at again.
. "$(dirname "$0")/lib.sh"
own_namespaces
command -v strace >/dev/null || skip "strace isn't here"
. "$SOURCE/tests/netns/rails.sh"
rails
arp_ignore=/proc/sys/net/ipv4/conf/rail0/arp_ignore
arp_ignore_is() { [ "$(cat $arp_ignore)" = "$1" ]; }

write_profile enforce
# Each call that begins to hear of a file takes 0.3 s: the first check is over long before the last of them.
strace -D -f -qq -o "$work/marks" -e trace=fanotify_init,fanotify_mark -e inject=fanotify_mark:delay_enter=300000 \
  "$ROCED" --profile "$profile" 2>"$work/journal" &
daemons+=($!)
within 10 arp_ignore_is 1 || complain "not converged"
echo 0 >$arp_ignore
grep -q 'fanotify_init.*EPERM' "$work/marks" && skip "writes to files can't be heard here"
grep -q 'fanotify_mark.*ADD' "$work/marks" && skip "too slow here to write before the first mark"
within 10 arp_ignore_is 1 || complain "what was written unheard stays"
grep -qF "repaired to 1 in" "$work/journal" || complain "the repair isn't told: $(cat "$work/journal")"
finish
