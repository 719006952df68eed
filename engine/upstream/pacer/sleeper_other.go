//go:build !linux

package pacer

import "time"

// sleeper is as exact as the timers of Go.
type sleeper struct {
	interrupted chan struct{}
}

func newSleeper() (sleeper, error) {
	return sleeper{make(chan struct{}, 1)}, nil
}

func (s sleeper) sleep(wait time.Duration) {
	if wait <= 0 {
		return
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.interrupted:
	}
}

func (s sleeper) interrupt() {
	select {
	case s.interrupted <- struct{}{}:
	default:
	}
}
