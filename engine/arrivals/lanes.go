package arrivals

import (
	"maps"
	"slices"
)

// lanes are evenly spaced arrivals of several scenarios, each at its own rate. Number i of k begins
// i/k of its gap late, so that they do not all come together.
type lanes struct {
	all []lane
}

type lane struct {
	scenario      string
	ratePerSecond float64
	shift, count  float64
}

func (l *lane) next() Point {
	at := toDuration((l.shift + l.count) / l.ratePerSecond)
	return Point{At: at, Plan: Plan{Scenario: l.scenario}}
}

func newLanes(rates map[string]float64) Schedule {
	names := slices.Sorted(maps.Keys(rates))
	all := make([]lane, len(names))
	for i, name := range names {
		all[i] = lane{scenario: name, ratePerSecond: rates[name], shift: float64(i) / float64(len(names))}
	}
	return &lanes{all}
}

// Next is the earliest of all lanes.
func (l *lanes) Next() (Point, bool) {
	first := &l.all[0]
	for i := range l.all[1:] {
		if other := &l.all[i+1]; other.next().At < first.next().At {
			first = other
		}
	}
	next := first.next()
	first.count++
	return next, true
}
