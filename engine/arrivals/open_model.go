package arrivals

import (
	"sync"
	"time"
)

// openModel starts the arrivals of a schedule, whatever the target does. It computes an arrival when
// a virtual user takes it, so a long backlog needs no memory.
type openModel struct {
	start time.Time

	mu        sync.Mutex
	starts    *segment // up to the next arrival that no virtual user has taken
	due       *segment // follows the clock, to count what is scheduled up to now
	scheduled int64
	started   int64
	isClosed  bool
	closedAt  time.Duration
}

func newOpenModel(start time.Time, newSegment func() *segment) *openModel {
	return &openModel{start: start, starts: newSegment(), due: newSegment()}
}

func (o *openModel) take(*user) (Arrival, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.isClosed {
		return Arrival{}, false
	}
	next, ok := o.starts.take()
	return Arrival{ScheduledStart: o.start.Add(next.At), Plan: next.Plan, local: next.local, global: next.global}, ok
}

func (o *openModel) begin(arrival Arrival) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.isClosed && arrival.ScheduledStart.Sub(o.start) > o.closedAt {
		return false
	}
	o.started++
	return true
}

func (o *openModel) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.isClosed {
		o.isClosed, o.closedAt = true, time.Since(o.start)
	}
}

func (o *openModel) progress() (scheduled, started int64, waiting time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	elapsed := time.Since(o.start)
	if o.isClosed {
		elapsed = min(elapsed, o.closedAt)
	}
	for next, ok := o.due.peek(); ok && next.At <= elapsed; next, ok = o.due.peek() {
		o.due.advance()
		o.scheduled++
	}
	if next, ok := o.starts.peek(); ok && !o.isClosed {
		waiting = max(0, elapsed-next.At)
	}
	return o.scheduled, o.started, waiting
}
