package arrivals

import "time"

// coarse is how far before the moment the cheap sleep ends. The runtime of Go waits in whole
// milliseconds when it has nothing else to do, so it may wake up to one too late.
const coarse = 1500 * time.Microsecond

// waitUntil returns at the moment, or at once if it is past, or as soon as either channel is closed.
func waitUntil(moment time.Time, timer *time.Timer, stop, done <-chan struct{}) {
	if rest := time.Until(moment) - coarse; rest > 0 {
		timer.Reset(rest)
		select {
		case <-timer.C:
		case <-stop:
			timer.Stop()
			return
		case <-done:
			timer.Stop()
			return
		}
	}
	sleepExactly(time.Until(moment))
}
