package arrivals

import "time"

// timerMargin is how long before the moment the timer fires. The Go runtime waits in whole
// milliseconds when idle, so a timer may fire up to one millisecond late.
const timerMargin = 1500 * time.Microsecond

// waitUntil returns at the moment, or at once if it is past, or as soon as either channel is closed.
func waitUntil(moment time.Time, timer *time.Timer, stop, done <-chan struct{}) {
	if rest := time.Until(moment) - timerMargin; rest > 0 {
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
