package arrivals

import (
	"sync"
	"time"

	"go.k6.io/k6/v2/lib"
)

// closedModel has a fixed number of users. Each sends again after its answer and its think time. A
// slow target slows the users down, so the load is a result and not a target: no arrival is ever
// late or remains.
type closedModel struct {
	start time.Time
	// users is the number over all segments.
	users     int64
	thinkTime time.Duration

	mu           sync.Mutex
	arrivalIndex *lib.SegmentedIndex
	userIndex    *lib.SegmentedIndex
	started      int64
	isClosed     bool
	closedAt     time.Time
}

func newClosedModel(start time.Time, users int64, thinkTime time.Duration, tuple *lib.ExecutionTuple) *closedModel {
	return &closedModel{
		start: start, users: users, thinkTime: thinkTime,
		arrivalIndex: lib.NewSegmentedIndex(tuple), userIndex: lib.NewSegmentedIndex(tuple),
	}
}

// take schedules a user after its think time. The first arrivals are spread over one think time, so
// that the users do not all start together.
func (c *closedModel) take(u *user) (Arrival, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isClosed {
		return Arrival{}, false
	}
	scheduled := time.Now().Add(c.thinkTime)
	if !u.hasStarted {
		u.hasStarted = true
		_, number := c.userIndex.Next() // counts from 1
		scheduled = c.start.Add(time.Duration(float64(c.thinkTime) * float64(number-1) / float64(c.users)))
	}
	local, global := c.arrivalIndex.Next()
	return Arrival{ScheduledStart: scheduled, local: uint64(local - 1), global: uint64(global - 1)}, true
}

func (c *closedModel) begin(arrival Arrival) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isClosed && arrival.ScheduledStart.After(c.closedAt) {
		return false
	}
	c.started++
	return true
}

func (c *closedModel) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.isClosed {
		c.isClosed, c.closedAt = true, time.Now()
	}
}

func (c *closedModel) progress() (scheduled, started int64, waiting time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.started, c.started, 0
}
