package arrivals

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sirupsen/logrus"
	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/lib/executor"
	"go.k6.io/k6/v2/lib/types"

	"assay/engine/arrivals/schedule"
)

// executorName is what a scenario writes as `executor`.
const executorName = "arrivals"

// Config holds the options of a scenario that uses the arrivals executor.
type Config struct {
	executor.BaseConfig
	// Process names the arrival process; poisson by default.
	Process string `json:"process"`
	// Rate is the mean number of arrivals per second, over all segments. Rates (one for each scenario)
	// or Stages (in which the rate changes) replace it.
	Rate   float64            `json:"rate,omitempty"`
	Rates  map[string]float64 `json:"rates,omitempty"`
	Stages []schedule.Stage   `json:"stages,omitempty"`
	// BurstSize arrivals start at once, every BurstEveryMs.
	BurstSize    int64   `json:"burstSize,omitempty"`
	BurstEveryMs float64 `json:"burstEveryMs,omitempty"`
	// Trace is the path of a file to replay; Speed 2 is twice as fast as recorded.
	Trace string  `json:"trace,omitempty"`
	Speed float64 `json:"speed,omitempty"`
	// ThinkMs is how long each user of a closed model waits after an answer.
	ThinkMs  float64            `json:"thinkMs,omitempty"`
	Duration types.NullDuration `json:"duration"`
	// VUs limits the iterations in flight, over all segments; in a closed model it is the number of
	// users. All are created before the run starts.
	VUs int64 `json:"vus"`
	// Seed makes a random schedule repeatable.
	Seed uint64 `json:"seed"`
}

var _ lib.ExecutorConfig = &Config{}

func newConfig(name string, raw []byte) (lib.ExecutorConfig, error) {
	config := &Config{BaseConfig: executor.NewBaseConfig(name, executorName), Process: "poisson", Speed: 1, Seed: 1}
	return config, lib.StrictJSONUnmarshal(raw, config)
}

// Validate returns an error for each option that cannot be used.
func (c *Config) Validate() []error {
	problems := c.BaseConfig.Validate()
	if kind, known := processes[c.Process]; known {
		problems = append(problems, kind.problems(c)...)
		for _, name := range c.inapplicableOptions() {
			problems = append(problems, fmt.Errorf("%s is not an option of process %s", name, c.Process))
		}
		if c.rateOptions() > 1 {
			problems = append(problems, errors.New("rate, rates and stages cannot be combined; set one of them"))
		}
	} else {
		names := strings.Join(slices.Sorted(maps.Keys(processes)), ", ")
		problems = append(problems, fmt.Errorf("process must be one of %s; got %q", names, c.Process))
	}
	if c.Duration.TimeDuration() <= 0 {
		problems = append(problems, errors.New("duration must be above 0, such as \"30s\""))
	}
	if c.VUs <= 0 {
		problems = append(problems, fmt.Errorf("vus must be above 0; got %d", c.VUs))
	}
	return problems
}

// GetDescription is the line that k6 prints for the scenario before the run.
func (c *Config) GetDescription(tuple *lib.ExecutionTuple) string {
	kind := processes[c.Process]
	title := kind.title(c)
	if kind.loadSchedule != nil {
		title += ", started late rather than dropped"
	}
	return fmt.Sprintf("%s, for %s (vus: %d, gracefulStop: %s)",
		title, c.Duration.TimeDuration(), tuple.ScaleInt64(c.VUs), c.GetGracefulStop())
}

// GetExecutionRequirements requests all virtual users before the run: creating one during the run
// would take CPU time from the load.
func (c *Config) GetExecutionRequirements(tuple *lib.ExecutionTuple) []lib.ExecutionStep {
	return []lib.ExecutionStep{
		{TimeOffset: 0, PlannedVUs: uint64(tuple.ScaleInt64(c.VUs))},
		{TimeOffset: c.maxDuration(), PlannedVUs: 0},
	}
}

func (c *Config) maxDuration() time.Duration {
	return c.Duration.TimeDuration() + c.GetGracefulStop()
}

// HasWork returns whether this segment has any virtual user.
func (c *Config) HasWork(tuple *lib.ExecutionTuple) bool {
	return tuple.ScaleInt64(c.VUs) > 0
}

// NewExecutor is called once per scenario, before the run.
func (c *Config) NewExecutor(state *lib.ExecutionState, logger *logrus.Entry) (lib.Executor, error) {
	return newExecutor(c, state, logger), nil
}
