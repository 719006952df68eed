package pacer

import (
	"encoding/binary"
	"time"

	"golang.org/x/sys/unix"
)

// sleeper sleeps in the kernel, until a time or until it is interrupted.
type sleeper struct {
	event int
}

func newSleeper() (sleeper, error) {
	event, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	return sleeper{event}, err
}

func (s sleeper) sleep(wait time.Duration) {
	if wait <= 0 {
		return
	}
	// Without it the kernel may wake this thread 50 µs late. The thread may be another one each time.
	_, _, _ = unix.RawSyscall(unix.SYS_PRCTL, unix.PR_SET_TIMERSLACK, 1, 0)
	timeout := unix.NsecToTimespec(int64(wait))
	events := []unix.PollFd{{Fd: int32(s.event), Events: unix.POLLIN}}
	if count, err := unix.Ppoll(events, &timeout, nil); err == nil && count > 0 {
		var counter [8]byte
		_, _ = unix.Read(s.event, counter[:])
	}
}

func (s sleeper) interrupt() {
	var one [8]byte
	binary.NativeEndian.PutUint64(one[:], 1)
	_, _ = unix.Write(s.event, one[:])
}
