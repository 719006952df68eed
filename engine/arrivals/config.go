package arrivals

import (
	"errors"
	"fmt"
	"maps"
	"math"
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
	// Rate is the mean number of arrivals per second, over all segments.
	Rate float64 `json:"rate"`
	// Process names the schedule: poisson, unless said otherwise, or constant.
	Process  string             `json:"process"`
	Duration types.NullDuration `json:"duration"`
	// VUs bounds what is in flight, over all segments. All are made before the run starts.
	VUs int64 `json:"vus"`
	// Seed makes a random schedule repeatable.
	Seed uint64 `json:"seed"`
}

var _ lib.ExecutorConfig = &Config{}

func newConfig(name string, raw []byte) (lib.ExecutorConfig, error) {
	config := &Config{BaseConfig: executor.NewBaseConfig(name, executorName), Process: "poisson", Seed: 1}
	return config, lib.StrictJSONUnmarshal(raw, config)
}

// Validate returns a sentence for each option that cannot be used.
func (c *Config) Validate() []error {
	problems := c.BaseConfig.Validate()
	if c.Rate <= 0 || math.IsInf(c.Rate, 0) || math.IsNaN(c.Rate) {
		problems = append(problems, fmt.Errorf("rate needs a number of arrivals per second above 0; got %v", c.Rate))
	}
	if _, known := processes[c.Process]; !known {
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
	return fmt.Sprintf("%g %s arrivals/s for %s, late rather than dropped (vus: %d, gracefulStop: %s)",
		c.Rate, c.Process, c.Duration.TimeDuration(), tuple.ScaleInt64(c.VUs), c.GetGracefulStop())
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
