//go:build unix

package main

import "syscall"

// leaveProcessGroup lets a Ctrl-C in the terminal reach only the process that started this one, which ends the
// run properly. A session of its own would do that too, but Linux may share the cores between sessions,
// whatever the priorities are of the processes in them.
func leaveProcessGroup() {
	_ = syscall.Setpgid(0, 0) // it fails where this process leads a group already
}
