package arrivals

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"assay/engine/arrivals/schedule"
)

// process is one arrival process. To add one, write a schedule and an entry in processes.
type process struct {
	// options are the scenario options that it accepts, besides those that all processes accept.
	options []string
	// problems returns an error for each of these options that cannot be used.
	problems func(c *Config) []error
	// loadSchedule reads what the schedule needs and returns a constructor of it; nil for a closed
	// model, in which the answers determine the arrivals.
	loadSchedule func(c *Config) (func() schedule.Schedule, error)
	// title describes it in what k6 prints before the run.
	title func(c *Config) string
}

// closedProcess is the one without a schedule.
const closedProcess = "closed"

// processes maps the scenario option `process`.
var processes = map[string]process{
	"constant": {
		options:  []string{"rate", "rates", "stages"},
		problems: (*Config).rateProblems,
		loadSchedule: func(c *Config) (func() schedule.Schedule, error) {
			if len(c.Rates) > 0 {
				return func() schedule.Schedule { return schedule.NewPerScenarioRates(c.Rates) }, nil
			}
			return func() schedule.Schedule { return schedule.NewConstant(c.rateFunction()) }, nil
		},
		title: func(c *Config) string { return c.rateTitle("constant") },
	},
	"poisson": {
		options:  []string{"rate", "stages"},
		problems: (*Config).rateProblems,
		loadSchedule: func(c *Config) (func() schedule.Schedule, error) {
			return func() schedule.Schedule { return schedule.NewPoisson(c.rateFunction(), c.Seed) }, nil
		},
		title: func(c *Config) string { return c.rateTitle("poisson") },
	},
	"bursts": {
		options:  []string{"burstSize", "burstEveryMs"},
		problems: (*Config).burstProblems,
		loadSchedule: func(c *Config) (func() schedule.Schedule, error) {
			return func() schedule.Schedule { return schedule.NewBursts(c.BurstSize, milliseconds(c.BurstEveryMs)) }, nil
		},
		title: func(c *Config) string {
			return fmt.Sprintf("%d arrivals at once, every %s", c.BurstSize, milliseconds(c.BurstEveryMs))
		},
	},
	"trace": {
		options:  []string{"trace", "speed"},
		problems: (*Config).traceProblems,
		loadSchedule: func(c *Config) (func() schedule.Schedule, error) {
			trace, err := schedule.ReadTrace(c.Trace, c.Speed, c.Duration.TimeDuration())
			return func() schedule.Schedule { return schedule.NewReplay(trace) }, err
		},
		title: func(c *Config) string { return fmt.Sprintf("trace %s at speed %g", c.Trace, c.Speed) },
	},
	closedProcess: {
		options:  []string{"thinkMs"},
		problems: (*Config).thinkProblems,
		title: func(c *Config) string {
			return fmt.Sprintf("closed model, each user %s after its answer", milliseconds(c.ThinkMs))
		},
	},
}

// maxPerSecond is the highest rate at which arrivals can still be counted.
const maxPerSecond = 1e6

func (c *Config) rateFunction() schedule.RateFunction {
	if len(c.Stages) > 0 {
		return schedule.NewStagedRate(c.Stages)
	}
	return schedule.ConstantRate(c.Rate)
}

func (c *Config) rateProblems() []error {
	switch {
	case len(c.Stages) > 0:
		return stageProblems(c.Stages)
	case len(c.Rates) > 0:
		for name, rate := range c.Rates {
			if !isRate(rate) {
				return []error{fmt.Errorf("rates must be above 0 and at most %d arrivals per second; got %v for %q", int(maxPerSecond), rate, name)}
			}
		}
	case !isRate(c.Rate):
		return []error{fmt.Errorf("rate must be above 0 and at most %d arrivals per second; got %v", int(maxPerSecond), c.Rate)}
	}
	return nil
}

func stageProblems(stages []schedule.Stage) []error {
	expected := 0.0
	for i, stage := range stages {
		hasDuration := stage.Seconds > 0 && !math.IsInf(stage.Seconds, 0)
		if !hasDuration || !isRateOrZero(stage.From) || !isRateOrZero(stage.To) {
			return []error{fmt.Errorf(
				"stage %d must have seconds above 0, and from and to from 0 to %d arrivals per second; got seconds %v, from %v, to %v",
				i+1, int(maxPerSecond), stage.Seconds, stage.From, stage.To)}
		}
		expected += stage.Expected()
	}
	if expected == 0 {
		return []error{errors.New("at least one stage must have a rate above 0")}
	}
	return nil
}

func isRate(rate float64) bool {
	return rate > 0 && rate <= maxPerSecond
}

func isRateOrZero(rate float64) bool {
	return rate == 0 || isRate(rate)
}

func (c *Config) burstProblems() (problems []error) {
	if c.BurstSize <= 0 {
		problems = append(problems, fmt.Errorf("burstSize must be above 0; got %d", c.BurstSize))
	}
	if c.BurstEveryMs <= 0 || float64(c.BurstSize)/c.BurstEveryMs*1000 > maxPerSecond {
		problems = append(problems, fmt.Errorf(
			"burstEveryMs must be above 0 and give at most %d arrivals per second; got %v", int(maxPerSecond), c.BurstEveryMs))
	}
	return problems
}

func (c *Config) traceProblems() (problems []error) {
	if c.Trace == "" {
		problems = append(problems, errors.New("trace must be the path of a file"))
	}
	if !(c.Speed > 0) || math.IsInf(c.Speed, 0) {
		problems = append(problems, fmt.Errorf("speed must be above 0; got %v", c.Speed))
	}
	return problems
}

func (c *Config) thinkProblems() []error {
	if c.ThinkMs < 0 || math.IsNaN(c.ThinkMs) {
		return []error{fmt.Errorf("thinkMs must be at least 0; got %v", c.ThinkMs)}
	}
	return nil
}

// inapplicableOptions are the options that are set and that the process does not accept.
func (c *Config) inapplicableOptions() []string {
	set := map[string]bool{
		"rate": c.Rate != 0, "rates": len(c.Rates) > 0, "stages": len(c.Stages) > 0,
		"burstSize": c.BurstSize != 0, "burstEveryMs": c.BurstEveryMs != 0,
		"trace": c.Trace != "", "speed": c.Speed != 1, "thinkMs": c.ThinkMs != 0,
	}
	var names []string
	for name, isSet := range set {
		if isSet && !slices.Contains(processes[c.Process].options, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// rateOptions counts the options that are set of those that specify a rate.
func (c *Config) rateOptions() int {
	count := 0
	for _, isSet := range []bool{c.Rate != 0, len(c.Rates) > 0, len(c.Stages) > 0} {
		if isSet {
			count++
		}
	}
	return count
}

func (c *Config) rateTitle(kind string) string {
	switch {
	case len(c.Stages) > 0:
		return fmt.Sprintf("%s arrivals in %d stages", kind, len(c.Stages))
	case len(c.Rates) > 0:
		return fmt.Sprintf("%s arrivals of %d scenarios", kind, len(c.Rates))
	default:
		return fmt.Sprintf("%g %s arrivals/s", c.Rate, kind)
	}
}

func milliseconds(ms float64) time.Duration {
	return time.Duration(ms * float64(time.Millisecond))
}
