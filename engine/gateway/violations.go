package gateway

import "sync"

// violations holds what the judging process counted and no virtual user has emitted yet: k6 takes
// samples from virtual users only.
type violations struct {
	mu      sync.Mutex
	waiting map[violation]int64
}

type violation struct {
	rule, operation string
}

func (v *violations) add(which violation, count int64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.waiting == nil {
		v.waiting = map[violation]int64{}
	}
	v.waiting[which] += count
}

// take returns what waits and forgets it; nil, as a rule, and then it costs nothing.
func (v *violations) take() map[violation]int64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	waiting := v.waiting
	v.waiting = nil
	return waiting
}
