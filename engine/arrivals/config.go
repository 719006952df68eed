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
)

// executorName is what a scenario writes as `executor`.
const executorName = "arrivals"

// Config holds the options of a scenario that uses the arrivals executor.
type Config struct {
	executor.BaseConfig
	// Process names the way in which arrivals come about: poisson, unless said otherwise.
	Process string `json:"process"`
	// Rate is the mean number of arrivals per second, over all segments. Stages, in which the rate
	// changes, or a rate for each scenario, stand in its place.
	Rate   float64            `json:"rate,omitempty"`
	Rates  map[string]float64 `json:"rates,omitempty"`
	Stages []Stage            `json:"stages,omitempty"`
	// BurstSize arrivals come at one moment, every BurstEveryMs.
	BurstSize    int64   `json:"burstSize,omitempty"`
	BurstEveryMs float64 `json:"burstEveryMs,omitempty"`
	// Trace is the path of a file to replay; Speed 2 is twice as fast as it was.
	Trace string  `json:"trace,omitempty"`
	Speed float64 `json:"speed,omitempty"`
	// ThinkMs is what each user of a closed model waits after an answer.
	ThinkMs  float64            `json:"thinkMs,omitempty"`
	Duration types.NullDuration `json:"duration"`
	// VUs bounds what is in flight, over all segments: in a closed model it is the number of users.
	// All are made before the run starts.
	VUs int64 `json:"vus"`
	// Seed makes a random schedule repeatable.
	Seed uint64 `json:"seed"`
}

var _ lib.ExecutorConfig = &Config{}

func newConfig(name string, raw []byte) (lib.ExecutorConfig, error) {
	config := &Config{BaseConfig: executor.NewBaseConfig(name, executorName), Process: "poisson", Speed: 1, Seed: 1}
	return config, lib.StrictJSONUnmarshal(raw, config)
}

// Validate returns a sentence for each option that cannot be used.
func (c *Config) Validate() []error {
	problems := c.BaseConfig.Validate()
	if kind, known := processes[c.Process]; known {
		problems = append(problems, kind.problems(c)...)
		for _, name := range c.strayOptions() {
			problems = append(problems, fmt.Errorf("%s is no option of process %s", name, c.Process))
		}
		if given := c.rateForms(); given > 1 {
			problems = append(problems, errors.New("rate, rates and stages stand in place of each other; give one"))
		}
	} else {
		names := strings.Join(slices.Sorted(maps.Keys(processes)), ", ")
		problems = append(problems, fmt.Errorf("process must be one of %s; got %q", names, c.Process))
	}
	if c.Duration.TimeDuration() <= 0 {
		problems = append(problems, errors.New("duration needs a time above 0, such as \"30s\""))
	}
	if c.VUs <= 0 {
		problems = append(problems, fmt.Errorf("vus needs a number of virtual users above 0; got %d", c.VUs))
	}
	return problems
}

// GetDescription is the line that k6 prints for the scenario before the run.
func (c *Config) GetDescription(tuple *lib.ExecutionTuple) string {
	kind := processes[c.Process]
	title := kind.title(c)
	if kind.open != nil {
		title += ", late rather than dropped"
	}
	return fmt.Sprintf("%s, for %s (vus: %d, gracefulStop: %s)",
		title, c.Duration.TimeDuration(), tuple.ScaleInt64(c.VUs), c.GetGracefulStop())
}

// GetExecutionRequirements asks for all virtual users up front: one made during the run would
// take from the load what it costs.
func (c *Config) GetExecutionRequirements(tuple *lib.ExecutionTuple) []lib.ExecutionStep {
	return []lib.ExecutionStep{
		{TimeOffset: 0, PlannedVUs: uint64(tuple.ScaleInt64(c.VUs))},
		{TimeOffset: c.longest(), PlannedVUs: 0},
	}
}

func (c *Config) longest() time.Duration {
	return c.Duration.TimeDuration() + c.GetGracefulStop()
}

// HasWork says whether any virtual user falls to this segment.
func (c *Config) HasWork(tuple *lib.ExecutionTuple) bool {
	return tuple.ScaleInt64(c.VUs) > 0
}

// NewExecutor is called once per scenario, before the run.
func (c *Config) NewExecutor(state *lib.ExecutionState, logger *logrus.Entry) (lib.Executor, error) {
	return newExecutor(c, state, logger), nil
}
