package body

import "slices"

// freeTimes is how many times an answer has outside the budget: enough for most.
const freeTimes = 512

const bytesPerTime = 8

// Times are timestamps of one answer, in ns since the origin, or other integers beside them.
type Times struct {
	budget *Budget
	list   []int64
	taken  int64
}

// Use prepares an empty list, which takes its room from this budget.
func (t *Times) Use(budget *Budget) {
	if cap(t.list) > freeTimes {
		t.list = nil
	}
	*t = Times{budget: budget, list: t.list[:0]}
}

// All returns the times so far, which belong to the list.
func (t *Times) All() []int64 {
	return t.list
}

// Append adds times, and returns whether the budget had room for them.
func (t *Times) Append(times ...int64) bool {
	if needed := len(t.list) + len(times); needed > cap(t.list) && !t.grow(needed) {
		return false
	}
	t.list = append(t.list, times...)
	return true
}

// SetLast replaces the last times.
func (t *Times) SetLast(times ...int64) {
	copy(t.list[len(t.list)-len(times):], times)
}

// Cut keeps the first times only.
func (t *Times) Cut(count int) {
	t.list = t.list[:min(count, len(t.list))]
}

// Free gives all room back.
func (t *Times) Free() {
	if t.budget != nil {
		t.budget.Give(t.taken)
	}
	t.Use(nil)
}

func (t *Times) grow(needed int) bool {
	size := max(64, needed, 2*cap(t.list))
	if size > freeTimes {
		more := int64(size*bytesPerTime) - t.taken
		if !t.budget.Take(more) {
			return false
		}
		t.taken += more
	}
	t.list = slices.Grow(t.list, size-len(t.list))
	return true
}
