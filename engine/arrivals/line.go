package arrivals

import (
	"sync"
	"time"
)

// line is where the arrivals of an open model wait to be started: the arrivals themselves are
// computed when taken, so that a long backlog costs nothing.
type line struct {
	start time.Time

	mu       sync.Mutex
	starts   *share // the next arrival that nobody has taken
	due      *share // walks behind the clock, to count what the schedule wanted so far
	asked    int64
	started  int64
	isClosed bool
	closedAt time.Duration
}

func newLine(start time.Time, makeShare func() *share) *line {
	return &line{start: start, starts: makeShare(), due: makeShare()}
}

func (l *line) take(*user) (Arrival, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.isClosed {
		return Arrival{}, false
	}
	next, ok := l.starts.take()
	return Arrival{Intended: l.start.Add(next.At), Plan: next.Plan, local: next.local, global: next.global}, ok
}

func (l *line) begin(arrival Arrival) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.isClosed && arrival.Intended.Sub(l.start) > l.closedAt {
		return false
	}
	l.started++
	return true
}

func (l *line) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.isClosed {
		l.isClosed, l.closedAt = true, time.Since(l.start)
	}
}

func (l *line) progress() (asked, started int64, waiting time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	elapsed := time.Since(l.start)
	if l.isClosed {
		elapsed = min(elapsed, l.closedAt)
	}
	for next, ok := l.due.peek(); ok && next.At <= elapsed; next, ok = l.due.peek() {
		l.due.advance()
		l.asked++
	}
	if next, ok := l.starts.peek(); ok && !l.isClosed {
		waiting = max(0, elapsed-next.At)
	}
	return l.asked, l.started, waiting
}
