package arrivals

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"go.k6.io/k6/v2/errext"
	"go.k6.io/k6/v2/lib"
)

// vuPool holds the virtual users of one scenario and runs its arrivals on them.
//
// A free virtual user takes the next arrival and sleeps until it is due. So an arrival waits only
// when all virtual users are busy, none is handed from one goroutine to another when it is due, and
// no queue of arrivals is kept.
type vuPool struct {
	executor  *Executor
	start     time.Time
	model     loadModel
	ctx       context.Context
	interrupt context.CancelFunc

	startsEnded, allReturned chan struct{}
	loops, activations       sync.WaitGroup
	failure                  atomic.Pointer[error]
}

func newVUPool(parent context.Context, e *Executor, start time.Time, model loadModel) *vuPool {
	p := &vuPool{executor: e, start: start, model: model, startsEnded: make(chan struct{}), allReturned: make(chan struct{})}
	p.ctx, p.interrupt = context.WithCancel(parent)
	return p
}

// endStarts closes the load model at the end of the duration or on Stop, and interrupts the
// iterations that still run after the graceful stop.
func (p *vuPool) endStarts() {
	end := p.start.Add(p.executor.config.Duration.TimeDuration())
	select {
	case <-time.After(time.Until(end)):
	case <-p.executor.stats.stopping:
	case <-p.ctx.Done():
	}
	p.model.close()
	close(p.startsEnded)
	select {
	case <-time.After(p.executor.config.GetGracefulStop()):
		p.interrupt()
	case <-p.allReturned:
	}
}

// add activates a virtual user and lets it run arrivals.
func (p *vuPool) add(vu lib.InitializedVU) {
	arrival := &Arrival{}
	config := p.executor.config
	p.activations.Add(1)
	active := vu.Activate(&lib.VUActivationParams{
		RunContext: withArrival(p.ctx, arrival),
		Scenario:   config.Name,
		Exec:       config.GetExec(),
		Env:        config.GetEnv(),
		Tags:       config.GetTags(),
		DeactivateCallback: func(vu lib.InitializedVU) {
			p.executor.state.ReturnVU(vu, false)
			p.activations.Done()
		},
		GetNextIterationCounters: func() (uint64, uint64) { return arrival.local, arrival.global },
	})
	p.loops.Go(func() { p.runArrivals(active, arrival) })
}

// wait returns when every virtual user has been returned to k6, and not before the end of the
// duration: the time after the last arrival counts in the rate too.
func (p *vuPool) wait() error {
	p.loops.Wait()
	<-p.startsEnded
	close(p.allReturned)
	p.interrupt() // a virtual user returns to k6 when its context ends
	p.activations.Wait()
	if err := p.failure.Load(); err != nil {
		return *err
	}
	return nil
}

// fail ends the run with the first error.
func (p *vuPool) fail(err error) {
	p.failure.CompareAndSwap(nil, &err)
	p.model.close()
	p.interrupt()
}

// runArrivals runs one arrival after the other on one virtual user.
func (p *vuPool) runArrivals(vu lib.ActiveVU, arrival *Arrival) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	u := &user{}
	for {
		next, ok := p.model.take(u)
		if !ok {
			return
		}
		waitUntil(next.ScheduledStart, timer, p.startsEnded, p.ctx.Done())
		if p.ctx.Err() != nil || !p.model.begin(next) {
			return
		}
		p.executor.stats.addLateness(time.Since(next.ScheduledStart))
		*arrival = next
		p.executor.state.ModCurrentlyActiveVUsCount(1)
		p.runOnce(vu)
		p.executor.state.ModCurrentlyActiveVUsCount(-1)
	}
}

func (p *vuPool) runOnce(vu lib.ActiveVU) {
	err := vu.RunOnce()
	switch {
	case p.ctx.Err() != nil:
		p.countInterrupted()
	case errext.IsInterruptError(err): // the script aborts the whole run
		p.countInterrupted()
		p.fail(err)
	default:
		if err != nil {
			text, fields := errext.Format(err)
			p.executor.GetLogger().WithFields(fields).Error(text)
		}
		p.executor.state.AddFullIterations(1)
		p.executor.stats.completed.Add(1)
	}
}

func (p *vuPool) countInterrupted() {
	p.executor.state.AddInterruptedIterations(1)
	p.executor.stats.interrupted.Add(1)
}
