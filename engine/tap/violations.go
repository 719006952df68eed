package tap

import "sync"

// violations counts the violations that the judging process reported and no virtual user has emitted
// yet: k6 accepts samples from virtual users only.
type violations struct {
	mu      sync.Mutex
	pending map[Violation]int64
}

// Violation is a rule that was violated by the answers of an operation.
type Violation struct {
	Rule, Operation string
}

func (v *violations) add(which Violation, count int64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.pending == nil {
		v.pending = map[Violation]int64{}
	}
	v.pending[which] += count
}

// take returns the pending counts and resets them; nil when there are none.
func (v *violations) take() map[Violation]int64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	pending := v.pending
	v.pending = nil
	return pending
}
