// Package pacer wakes goroutines at moments, more exactly than the timers of Go: those may fire up to
// a millisecond late on a quiet machine.
package pacer

import (
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

	mu sync.Mutex
	// heap has the next moment first.
	heap []*Waiter
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
	p.push(w)
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
		p.remove(w.place)
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
	for len(p.heap) > 0 && p.heap[0].dueNs <= now+int64(early) {
		w := p.heap[0]
		p.remove(0)
		w.C <- struct{}{}
		woken++
	}
	p.wakesNs = never
	if len(p.heap) == 0 {
		return woken, time.Hour
	}
	p.wakesNs = p.heap[0].dueNs
	return woken, time.Duration(p.wakesNs-now) - early
}

func (p *Pacer) push(w *Waiter) {
	w.place = len(p.heap)
	p.heap = append(p.heap, w)
	p.up(w.place)
}

func (p *Pacer) remove(at int) {
	last := len(p.heap) - 1
	p.heap[at].place = -1
	if at != last {
		p.heap[at] = p.heap[last]
		p.heap[at].place = at
	}
	p.heap[last] = nil
	p.heap = p.heap[:last]
	if at < last {
		p.down(at)
		p.up(at)
	}
}

func (p *Pacer) up(at int) {
	for at > 0 {
		parent := (at - 1) / 2
		if p.heap[parent].dueNs <= p.heap[at].dueNs {
			return
		}
		p.swap(at, parent)
		at = parent
	}
}

func (p *Pacer) down(at int) {
	for {
		child := 2*at + 1
		if child >= len(p.heap) {
			return
		}
		if right := child + 1; right < len(p.heap) && p.heap[right].dueNs < p.heap[child].dueNs {
			child = right
		}
		if p.heap[at].dueNs <= p.heap[child].dueNs {
			return
		}
		p.swap(at, child)
		at = child
	}
}

func (p *Pacer) swap(a, b int) {
	p.heap[a], p.heap[b] = p.heap[b], p.heap[a]
	p.heap[a].place, p.heap[b].place = a, b
}
