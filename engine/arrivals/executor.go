package arrivals

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sirupsen/logrus"
	"go.k6.io/k6/v2/errext"
	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/lib/executor"
	"go.k6.io/k6/v2/metrics"
)

// Executor runs the iterations of one scenario.
//
// A free virtual user takes the next arrival and sleeps until its time. So an arrival waits only
// when all are busy, none is handed from one goroutine to another at its moment, and no queue of
// arrivals is held.
type Executor struct {
	*executor.BaseExecutor
	config  *Config
	state   *lib.ExecutionState
	tuple   *lib.ExecutionTuple
	board   *Board
	waiting atomic.Pointer[line]
	failure atomic.Pointer[error]
}

var _ lib.Executor = &Executor{}

func newExecutor(config *Config, state *lib.ExecutionState, logger *logrus.Entry) *Executor {
	e := &Executor{config: config, state: state, board: Process}
	e.BaseExecutor = executor.NewBaseExecutor(&title{config, e}, state, logger)
	return e
}

// GetConfig returns the options of the scenario.
func (e *Executor) GetConfig() lib.ExecutorConfig {
	return e.config
}

// Init takes the segments anew for the number of virtual users: a segment that gets none of a few
// must leave its arrivals to those that do.
func (e *Executor) Init(context.Context) error {
	tuple, err := e.state.ExecutionTuple.GetNewExecutionTupleFromValue(e.config.VUs)
	e.tuple = tuple
	return err
}

// Run returns when all that was started has ended.
func (e *Executor) Run(parent context.Context, _ chan<- metrics.SampleContainer) error {
	start := time.Now()
	waiting := newLine(start, e.newShare)
	e.board.add(waiting)
	e.waiting.Store(waiting)
	running, interrupt := context.WithCancel(e.withScenario(parent, start))
	startsOver := make(chan struct{})
	allReturned := make(chan struct{})
	var iterations, activations sync.WaitGroup

	go e.endStarts(running, waiting, startsOver, allReturned, interrupt)
	fail := func(err error) {
		e.failure.CompareAndSwap(nil, &err)
		waiting.close()
	}
	for range e.state.ExecutionTuple.ScaleInt64(e.config.VUs) {
		vu, err := e.state.GetPlannedVU(e.GetLogger(), false)
		if err != nil {
			fail(err)
			break
		}
		arrival := &Arrival{}
		activations.Add(1)
		active := e.activate(vu, running, arrival, activations.Done)
		iterations.Go(func() {
			if err := e.serve(running, active, arrival, waiting, startsOver); err != nil {
				fail(err)
				interrupt()
			}
		})
	}
	iterations.Wait()
	waiting.close()
	close(allReturned)
	interrupt()
	activations.Wait()
	if err := e.failure.Load(); err != nil {
		return *err
	}
	return nil
}

func (e *Executor) newShare() *share {
	schedule := processes[e.config.Process](e.config.Rate, e.config.Seed)
	return newShare(schedule, e.config.Duration.TimeDuration(), e.tuple)
}

// endStarts closes the line at the end of the duration or when told to stop, and interrupts what
// is still running after the graceful stop.
func (e *Executor) endStarts(
	ctx context.Context, waiting *line, startsOver chan<- struct{}, allReturned <-chan struct{}, interrupt func(),
) {
	select {
	case <-time.After(time.Until(waiting.start.Add(e.config.Duration.TimeDuration()))):
	case <-e.board.stopping:
	case <-ctx.Done():
	}
	waiting.close()
	close(startsOver)
	select {
	case <-time.After(e.config.GetGracefulStop()):
		interrupt()
	case <-allReturned:
	}
}

func (e *Executor) activate(
	vu lib.InitializedVU, ctx context.Context, arrival *Arrival, returned func(),
) lib.ActiveVU {
	return vu.Activate(&lib.VUActivationParams{
		RunContext: withArrival(ctx, arrival),
		Scenario:   e.config.Name,
		Exec:       e.config.GetExec(),
		Env:        e.config.GetEnv(),
		Tags:       e.config.GetTags(),
		DeactivateCallback: func(vu lib.InitializedVU) {
			e.state.ReturnVU(vu, false)
			returned()
		},
		GetNextIterationCounters: func() (uint64, uint64) {
			return arrival.local, arrival.global
		},
	})
}

// serve runs one arrival after the other on one virtual user. It returns an error only when the
// script aborts the whole run.
func (e *Executor) serve(
	ctx context.Context, vu lib.ActiveVU, arrival *Arrival, waiting *line, startsOver <-chan struct{},
) error {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		next, ok := waiting.take()
		if !ok {
			return nil
		}
		waitUntil(next.Intended, timer, startsOver, ctx.Done())
		if ctx.Err() != nil || !waiting.begin(next) {
			return nil
		}
		e.board.late(time.Since(next.Intended))
		*arrival = next
		e.state.ModCurrentlyActiveVUsCount(1)
		err := e.runOnce(ctx, vu)
		e.state.ModCurrentlyActiveVUsCount(-1)
		if err != nil {
			return err
		}
	}
}

func (e *Executor) runOnce(ctx context.Context, vu lib.ActiveVU) error {
	err := vu.RunOnce()
	if ctx.Err() != nil || errext.IsInterruptError(err) {
		e.state.AddInterruptedIterations(1)
		e.board.interrupted.Add(1)
		if ctx.Err() == nil {
			return err
		}
		return nil
	}
	if err != nil {
		text, fields := errext.Format(err)
		e.GetLogger().WithFields(fields).Error(text)
	}
	e.state.AddFullIterations(1)
	e.board.finished.Add(1)
	return nil
}

func (e *Executor) withScenario(parent context.Context, start time.Time) context.Context {
	duration := e.config.Duration.TimeDuration()
	return lib.WithScenarioState(parent, &lib.ScenarioState{
		Name:      e.config.Name,
		Executor:  executorName,
		StartTime: start,
		ProgressFn: func() (float64, []string) {
			return min(1, float64(time.Since(start))/float64(duration)), nil
		},
	})
}
