package gateway

import "sync"

// groupCounts counts the exchanges of each group that is not complete yet, so that whoever judges
// can tell whether one is missing.
type groupCounts struct {
	mu    sync.Mutex
	count map[group]int64
}

func (g *groupCounts) add(which group) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.count == nil {
		g.count = map[group]int64{}
	}
	g.count[which]++
}

// take returns how many there were and forgets the group.
func (g *groupCounts) take(which group) int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	count := g.count[which]
	delete(g.count, which)
	return count
}
