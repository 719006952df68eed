package arrivals

import (
	"sync"
	"time"

	"go.k6.io/k6/v2/lib"
)

// circle is a closed model: so many users, each of whom comes again when it has its answer and has
// thought. A slow target slows it down, so its load is an outcome and no demand: nothing is ever
// late or left over.
type circle struct {
	start time.Time
	// users is over all segments.
	users int64
	think time.Duration

	mu       sync.Mutex
	numbers  *lib.SegmentedIndex
	seats    *lib.SegmentedIndex
	started  int64
	isClosed bool
	closedAt time.Time
}

func newCircle(start time.Time, users int64, think time.Duration, tuple *lib.ExecutionTuple) *circle {
	return &circle{
		start: start, users: users, think: think,
		numbers: lib.NewSegmentedIndex(tuple), seats: lib.NewSegmentedIndex(tuple),
	}
}

// take lets a user come when it has thought. The first visits are spread over one time of
// thinking, so that the users do not come as a herd.
func (c *circle) take(who *user) (Arrival, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isClosed {
		return Arrival{}, false
	}
	intended := time.Now().Add(c.think)
	if !who.hasBegun {
		who.hasBegun = true
		_, seat := c.seats.Next() // counts from 1
		intended = c.start.Add(time.Duration(float64(c.think) * float64(seat-1) / float64(c.users)))
	}
	local, global := c.numbers.Next()
	return Arrival{Intended: intended, local: uint64(local - 1), global: uint64(global - 1)}, true
}

func (c *circle) begin(arrival Arrival) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isClosed && arrival.Intended.After(c.closedAt) {
		return false
	}
	c.started++
	return true
}

func (c *circle) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.isClosed {
		c.isClosed, c.closedAt = true, time.Now()
	}
}

func (c *circle) progress() (asked, started int64, waiting time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.started, c.started, 0
}
