// Package body holds the answers that are in memory, within one budget for all of them.
package body

import "sync/atomic"

// DefaultBytes is the usual budget of a process.
const DefaultBytes = 64 << 20

// Budget limits the bytes of answers that are received, of those that wait for the tap, and of their
// timings. Bodies may fill three quarters of it, so that timings, which are small, still fit when
// bodies no longer do.
type Budget struct {
	limit atomic.Int64
	used  atomic.Int64
}

// NewBudget returns a budget of this many bytes, all of them free.
func NewBudget(limit int64) *Budget {
	b := &Budget{}
	b.SetLimit(limit)
	return b
}

// SetLimit changes the number of bytes.
func (b *Budget) SetLimit(limit int64) {
	b.limit.Store(limit)
}

// Used returns the bytes that are taken.
func (b *Budget) Used() int64 {
	return b.used.Load()
}

// TakeForBody takes bytes for a body, and returns whether there was room. A negative size gives bytes
// back.
func (b *Budget) TakeForBody(size int64) bool {
	return b.take(size, b.BodyLimit())
}

// BodyLimit is how many bytes bodies may fill.
func (b *Budget) BodyLimit() int64 {
	return b.limit.Load() / 4 * 3
}

// Take takes bytes for what is known of an answer besides its body, and returns whether there was
// room.
func (b *Budget) Take(size int64) bool {
	return b.take(size, b.limit.Load())
}

// TakeAlways takes bytes even above the limit: for what is small and must not be lost.
func (b *Budget) TakeAlways(size int64) {
	b.used.Add(size)
}

// Give returns bytes.
func (b *Budget) Give(size int64) {
	b.used.Add(-size)
}

func (b *Budget) take(size, limit int64) bool {
	for {
		used := b.used.Load()
		if size > 0 && used+size > limit {
			return false
		}
		if b.used.CompareAndSwap(used, used+size) {
			return true
		}
	}
}
