package gateway

import (
	"sync"

	"assay/engine/tap"
)

// groupCounts counts the exchanges of each group that is not complete yet, so that the judging
// process knows whether one is missing.
type groupCounts struct {
	mu    sync.Mutex
	count map[tap.Group]int64
}

func (g *groupCounts) add(group tap.Group) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.count == nil {
		g.count = map[tap.Group]int64{}
	}
	g.count[group]++
}

// take returns the count and removes the group.
func (g *groupCounts) take(group tap.Group) int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	count := g.count[group]
	delete(g.count, group)
	return count
}
