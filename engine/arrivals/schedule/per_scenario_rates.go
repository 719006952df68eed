package schedule

import (
	"maps"
	"slices"
)

// perScenarioRates are evenly spaced arrivals of several scenarios, each at its own rate. Scenario i
// of k starts i/k of its gap late, so that the scenarios do not all start at the same moment.
type perScenarioRates struct {
	scenarios []scenarioRate
}

type scenarioRate struct {
	scenario      string
	ratePerSecond float64
	offset, count float64
}

func (s *scenarioRate) next() Point {
	at := toDuration((s.offset + s.count) / s.ratePerSecond)
	return Point{At: at, Plan: Plan{Scenario: s.scenario}}
}

// NewPerScenarioRates returns evenly spaced arrivals by the rate per second of each scenario.
func NewPerScenarioRates(rates map[string]float64) Schedule {
	names := slices.Sorted(maps.Keys(rates))
	scenarios := make([]scenarioRate, len(names))
	for i, name := range names {
		scenarios[i] = scenarioRate{scenario: name, ratePerSecond: rates[name], offset: float64(i) / float64(len(names))}
	}
	return &perScenarioRates{scenarios}
}

// Next returns the earliest arrival of all scenarios.
func (p *perScenarioRates) Next() (Point, bool) {
	first := &p.scenarios[0]
	for i := range p.scenarios[1:] {
		if other := &p.scenarios[i+1]; other.next().At < first.next().At {
			first = other
		}
	}
	next := first.next()
	first.count++
	return next, true
}
