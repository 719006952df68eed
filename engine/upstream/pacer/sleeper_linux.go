package pacer

import (
	"encoding/binary"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// sleeper sleeps in the kernel on a thread of its own, until a time or until it is interrupted.
type sleeper struct {
	event int
}

func newSleeper() (sleeper, error) {
	event, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	return sleeper{event}, err
}

// prepare asks the kernel to wake this thread without the usual slack of 50 µs.
func (s sleeper) prepare() {
	runtime.LockOSThread()
	_ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0)
}

func (s sleeper) sleep(wait time.Duration) {
	if wait <= 0 {
		return
	}
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
