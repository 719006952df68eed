// Package pacer wakes goroutines at moments, more exactly than the timers of Go: those may fire up to
// a millisecond late on a quiet machine.
package pacer

import (
	"container/heap"
	"runtime"
	"sync"
	"time"

	"assay/engine/clock"
)

// early is how much before its moment a waiter is woken: about the time that waking takes.
const early = 20 * time.Microsecond

// Waiter is one goroutine that waits for moments, one after the other.
type Waiter struct {
	// C receives a value at the moment.
	C     chan struct{}
	dueNs int64
	place int
}

// NewWaiter returns a waiter that waits for nothing.
func NewWaiter() *Waiter {
	return &Waiter{C: make(chan struct{}, 1), place: -1}
}

// Pacer has one goroutine, which sleeps in the kernel until the next moment.
type Pacer struct {
	sleeper sleeper

	mu      sync.Mutex
	waiting waiters
	// wakesNs is when the goroutine will wake up.
	wakesNs int64
}

const never = int64(1) << 62

// New starts a pacer, which runs until the process ends.
func New() (*Pacer, error) {
	sleeper, err := newSleeper()
	if err != nil {
		return nil, err
	}
	p := &Pacer{sleeper: sleeper, wakesNs: never}
	go p.run()
	return p, nil
}

// Schedule makes a waiter wait for a moment, in ns since the origin.
func (p *Pacer) Schedule(w *Waiter, dueNs int64) {
	p.mu.Lock()
	w.dueNs = dueNs
	heap.Push(&p.waiting, w)
	wake := dueNs < p.wakesNs
	if wake {
		p.wakesNs = dueNs
	}
	p.mu.Unlock()
	if wake {
		p.sleeper.interrupt()
	}
}

// Cancel ends a wait. The channel of the waiter is empty after it.
func (p *Pacer) Cancel(w *Waiter) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if w.place >= 0 {
		heap.Remove(&p.waiting, w.place)
	}
	select {
	case <-w.C:
	default:
	}
}

func (p *Pacer) run() {
	for {
		woken, wait := p.wakeDue()
		if woken > 0 {
			// The thread that is awake runs the goroutines: to wake another one takes some 60 µs.
			runtime.Gosched()
			continue
		}
		p.sleeper.sleep(wait)
	}
}

// wakeDue wakes all whose moment has come. It returns their number, and the time until the next moment.
func (p *Pacer) wakeDue() (woken int, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := clock.NowNs()
	for len(p.waiting) > 0 && p.waiting[0].dueNs <= now+int64(early) {
		w := p.waiting[0]
		heap.Remove(&p.waiting, 0)
		w.C <- struct{}{}
		woken++
	}
	p.wakesNs = never
	if len(p.waiting) == 0 {
		return woken, time.Hour
	}
	p.wakesNs = p.waiting[0].dueNs
	return woken, time.Duration(p.wakesNs-now) - early
}

// waiters is a heap with the next moment first.
type waiters []*Waiter

func (w waiters) Len() int           { return len(w) }
func (w waiters) Less(a, b int) bool { return w[a].dueNs < w[b].dueNs }

func (w waiters) Swap(a, b int) {
	w[a], w[b] = w[b], w[a]
	w[a].place, w[b].place = a, b
}

// Push adds a waiter at the end, for the package heap.
func (w *waiters) Push(waiter any) {
	added := waiter.(*Waiter)
	added.place = len(*w)
	*w = append(*w, added)
}

// Pop removes the last waiter, for the package heap.
func (w *waiters) Pop() any {
	last := len(*w) - 1
	removed := (*w)[last]
	removed.place = -1
	(*w)[last] = nil
	*w = (*w)[:last]
	return removed
}
