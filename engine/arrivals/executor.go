// Package arrivals gives k6 an executor for open and closed load models. In an open model,
// iterations start at the times of a schedule, late rather than never, and know their scheduled start.
//
// k6's own arrival-rate executors drop an iteration when no virtual user is free: a slow target then
// lowers the load that it is measured under, and the waiting time is in no metric.
package arrivals

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/sirupsen/logrus"
	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/lib/executor"
	"go.k6.io/k6/v2/metrics"

	"assay/engine/arrivals/schedule"
)

func init() {
	lib.RegisterExecutorConfigType(executorName, newConfig)
}

// Executor runs the iterations of one scenario.
type Executor struct {
	*executor.BaseExecutor
	config *Config
	state  *lib.ExecutionState
	tuple  *lib.ExecutionTuple
	stats  *Stats
	// newSchedule returns a new schedule each time; nil for a closed model.
	newSchedule func() schedule.Schedule
	// model is set when the run starts.
	model atomic.Pointer[loadModel]
}

var _ lib.Executor = &Executor{}

func newExecutor(config *Config, state *lib.ExecutionState, logger *logrus.Entry) *Executor {
	e := &Executor{config: config, state: state, stats: ProcessStats}
	e.BaseExecutor = executor.NewBaseExecutor(&progressTitle{config, e}, state, logger)
	return e
}

// GetConfig returns the options of the scenario.
func (e *Executor) GetConfig() lib.ExecutorConfig {
	return e.config
}

// Init divides the segments by the number of virtual users: a segment that gets none of a few virtual
// users must leave its arrivals to the segments that do.
func (e *Executor) Init(context.Context) error {
	tuple, err := e.state.ExecutionTuple.GetNewExecutionTupleFromValue(e.config.VUs)
	if err != nil {
		return err
	}
	e.tuple = tuple
	limitMemory(e.state.ExecutionTuple.ScaleInt64(e.config.VUs))
	if load := processes[e.config.Process].loadSchedule; load != nil {
		e.newSchedule, err = load(e.config)
	}
	return err
}

// Run returns when every iteration that was started has ended.
func (e *Executor) Run(parent context.Context, _ chan<- metrics.SampleContainer) error {
	start := time.Now()
	model := e.newLoadModel(start)
	e.stats.addModel(model)
	e.model.Store(&model)
	pool := newVUPool(e.withScenario(parent, start), e, start, model)
	go pool.endStarts()
	for range e.state.ExecutionTuple.ScaleInt64(e.config.VUs) {
		vu, err := e.state.GetPlannedVU(e.GetLogger(), false)
		if err != nil {
			pool.fail(err)
			break
		}
		pool.add(vu)
	}
	return pool.wait()
}

func (e *Executor) newLoadModel(start time.Time) loadModel {
	if e.newSchedule == nil {
		return newClosedModel(start, e.config.VUs, milliseconds(e.config.ThinkMs), e.tuple)
	}
	return newOpenModel(start, func() *segment {
		return newSegment(e.newSchedule(), e.config.Duration.TimeDuration(), e.tuple)
	})
}

// withScenario gives scripts the progress of their scenario through k6/execution.
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

// progressTitle is the config as the progress bar of k6 sees it. The bar shows the name of its config
// and reads it on each update; its other parts are not open to extensions.
type progressTitle struct {
	lib.ExecutorConfig
	executor *Executor
}

// titleWidth is the most that k6 shows. It uses the width of the first title for all of them.
const titleWidth = 30

// GetName returns the name of the scenario, and how many of its arrivals have started.
func (t *progressTitle) GetName() string {
	name := t.ExecutorConfig.GetName()
	if model := t.executor.model.Load(); model != nil {
		scheduled, started, _ := (*model).progress()
		name = fmt.Sprintf("%s: %d of %d", name, started, scheduled)
	}
	return fmt.Sprintf("%-*.*s", titleWidth, titleWidth, name)
}
