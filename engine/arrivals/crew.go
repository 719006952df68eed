package arrivals

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"go.k6.io/k6/v2/errext"
	"go.k6.io/k6/v2/lib"
)

// crew is the virtual users of one scenario at work.
//
// One that is free takes the next arrival and sleeps until its time. So an arrival waits only when
// all are busy, none is handed from one goroutine to another at its moment, and no queue of
// arrivals is held.
type crew struct {
	executor  *Executor
	start     time.Time
	waiting   queue
	ctx       context.Context
	interrupt context.CancelFunc

	startsOver, allReturned chan struct{}
	serving, activations    sync.WaitGroup
	failure                 atomic.Pointer[error]
}

func newCrew(parent context.Context, e *Executor, start time.Time, waiting queue) *crew {
	c := &crew{executor: e, start: start, waiting: waiting, startsOver: make(chan struct{}), allReturned: make(chan struct{})}
	c.ctx, c.interrupt = context.WithCancel(parent)
	return c
}

// endStarts closes the line at the end of the duration or when told to stop, and interrupts what
// is still running after the graceful stop.
func (c *crew) endStarts() {
	end := c.start.Add(c.executor.config.Duration.TimeDuration())
	select {
	case <-time.After(time.Until(end)):
	case <-c.executor.board.stopping:
	case <-c.ctx.Done():
	}
	c.waiting.close()
	close(c.startsOver)
	select {
	case <-time.After(c.executor.config.GetGracefulStop()):
		c.interrupt()
	case <-c.allReturned:
	}
}

// add puts a virtual user to work.
func (c *crew) add(vu lib.InitializedVU) {
	arrival := &Arrival{}
	config := c.executor.config
	c.activations.Add(1)
	active := vu.Activate(&lib.VUActivationParams{
		RunContext: withArrival(c.ctx, arrival),
		Scenario:   config.Name,
		Exec:       config.GetExec(),
		Env:        config.GetEnv(),
		Tags:       config.GetTags(),
		DeactivateCallback: func(vu lib.InitializedVU) {
			c.executor.state.ReturnVU(vu, false)
			c.activations.Done()
		},
		GetNextIterationCounters: func() (uint64, uint64) { return arrival.local, arrival.global },
	})
	c.serving.Go(func() { c.serve(active, arrival) })
}

// wait returns when every virtual user has been given back, not before the end of the duration:
// the time after the last arrival belongs to the rate too.
func (c *crew) wait() error {
	c.serving.Wait()
	<-c.startsOver
	close(c.allReturned)
	c.interrupt() // k6 gets a virtual user back when its context ends
	c.activations.Wait()
	if err := c.failure.Load(); err != nil {
		return *err
	}
	return nil
}

// fail ends the run with the first error.
func (c *crew) fail(err error) {
	c.failure.CompareAndSwap(nil, &err)
	c.waiting.close()
	c.interrupt()
}

// serve runs one arrival after the other on one virtual user.
func (c *crew) serve(vu lib.ActiveVU, arrival *Arrival) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	self := &user{}
	for {
		next, ok := c.waiting.take(self)
		if !ok {
			return
		}
		waitUntil(next.Intended, timer, c.startsOver, c.ctx.Done())
		if c.ctx.Err() != nil || !c.waiting.begin(next) {
			return
		}
		c.executor.board.late(time.Since(next.Intended))
		*arrival = next
		c.executor.state.ModCurrentlyActiveVUsCount(1)
		c.runOnce(vu)
		c.executor.state.ModCurrentlyActiveVUsCount(-1)
	}
}

func (c *crew) runOnce(vu lib.ActiveVU) {
	err := vu.RunOnce()
	switch {
	case c.ctx.Err() != nil:
		c.countInterrupted()
	case errext.IsInterruptError(err): // the script aborts the whole run
		c.countInterrupted()
		c.fail(err)
	default:
		if err != nil {
			text, fields := errext.Format(err)
			c.executor.GetLogger().WithFields(fields).Error(text)
		}
		c.executor.state.AddFullIterations(1)
		c.executor.board.finished.Add(1)
	}
}

func (c *crew) countInterrupted() {
	c.executor.state.AddInterruptedIterations(1)
	c.executor.board.interrupted.Add(1)
}
