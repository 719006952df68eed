package gateway

import (
	"net/http"
	"sync"

	"assay/engine/tap"
)

// How an answer repeats an earlier one under its idempotency key, as in src/measure/answer-mode.ts.
const (
	// replay: a request of the key had been answered before the send.
	replay = "replay"
	// waited: a request of the key may still have been executing.
	waited = "waited"
)

// openGroup is a group that is not complete yet.
type openGroup struct {
	count int64
	// answeredNs is the end of its first good answer, 0 before it.
	answeredNs int64
	isExecuted bool
	// refused are the attempts that ended in a refusal.
	refused []int64
}

// groupCounts counts the exchanges of each group that is not complete yet, so that the judging
// process knows whether one is missing, and finds which of them repeat another one.
type groupCounts struct {
	mu   sync.Mutex
	open map[tap.Group]*openGroup
}

// add counts an exchange that has ended. It returns how it repeats an earlier one; "" when it does not.
func (g *groupCounts) add(x *tap.Exchange) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open == nil {
		g.open = map[tap.Group]*openGroup{}
	}
	group := g.open[*x.Request.Group]
	if group == nil {
		group = &openGroup{}
		g.open[*x.Request.Group] = group
	}
	group.count++
	if x.Request.Group.Kind != "key" {
		return ""
	}
	return group.repetitionBy(x)
}

func (o *openGroup) repetitionBy(x *tap.Exchange) string {
	if x.Outcome != answered || x.ReportsError || x.Status < http.StatusOK || x.Status >= http.StatusMultipleChoices {
		if x.Outcome == answered || x.Outcome == refused {
			o.refused = append(o.refused, x.Request.Attempt)
		}
		return ""
	}
	if o.answeredNs != 0 && x.SendNs >= o.answeredNs {
		return replay
	}
	if o.answeredNs == 0 || x.EndNs < o.answeredNs {
		o.answeredNs = x.EndNs
	}
	before := int64(0)
	for _, attempt := range o.refused {
		if attempt < x.Request.Attempt {
			before++
		}
	}
	if o.isExecuted || before < x.Request.Attempt-1 {
		return waited
	}
	o.isExecuted = true
	return ""
}

// take returns the count and removes the group.
func (g *groupCounts) take(group tap.Group) int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	open := g.open[group]
	if open == nil {
		return 0
	}
	delete(g.open, group)
	return open.count
}
