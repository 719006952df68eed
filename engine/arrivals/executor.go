package arrivals

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/sirupsen/logrus"
	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/lib/executor"
	"go.k6.io/k6/v2/metrics"
)

// Executor runs the iterations of one scenario.
type Executor struct {
	*executor.BaseExecutor
	config *Config
	state  *lib.ExecutionState
	tuple  *lib.ExecutionTuple
	board  *Board
	// schedule makes the schedule anew; none for a closed model.
	schedule func() Schedule
	// waiting is there from the start of the run on.
	waiting atomic.Pointer[queue]
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
	if err != nil {
		return err
	}
	e.tuple = tuple
	if open := processes[e.config.Process].open; open != nil {
		e.schedule, err = open(e.config)
	}
	return err
}

// Run returns when all that was started has ended.
func (e *Executor) Run(parent context.Context, _ chan<- metrics.SampleContainer) error {
	start := time.Now()
	waiting := e.newQueue(start)
	e.board.add(waiting)
	e.waiting.Store(&waiting)
	crew := newCrew(e.withScenario(parent, start), e, start, waiting)
	go crew.endStarts()
	for range e.state.ExecutionTuple.ScaleInt64(e.config.VUs) {
		vu, err := e.state.GetPlannedVU(e.GetLogger(), false)
		if err != nil {
			crew.fail(err)
			break
		}
		crew.add(vu)
	}
	return crew.wait()
}

func (e *Executor) newQueue(start time.Time) queue {
	if e.schedule == nil {
		return newCircle(start, e.config.VUs, milliseconds(e.config.ThinkMs), e.tuple)
	}
	return newLine(start, func() *share {
		return newShare(e.schedule(), e.config.Duration.TimeDuration(), e.tuple)
	})
}

// withScenario lets scripts ask k6 for the progress of their scenario.
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
