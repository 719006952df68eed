package tap

import (
	"sync"

	"assay/engine/body"
)

// queue holds frames for the writer. The budget limits it, and no sender ever waits for it: what does
// not fit is lost and counted.
type queue struct {
	budget *body.Budget
	wake   chan struct{}

	mu     sync.Mutex
	frames [][]byte
	bytes  int64
	closed bool
	lost   losses
	// reported is the part of lost that newLosses has returned.
	reported losses
}

// losses counts exchanges that did not fit, each once.
type losses struct {
	bodies, timings int64
}

func newQueue(budget *body.Budget) *queue {
	return &queue{budget: budget, wake: make(chan struct{}, 1)}
}

// countLostBody counts an exchange whose frame is sent without its body.
func (q *queue) countLostBody() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.lost.bodies++
}

// countLostTiming counts an exchange whose frame is not sent.
func (q *queue) countLostTiming() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.lost.timings++
}

// push adds a frame for which room was taken from the budget.
func (q *queue) push(frame []byte) {
	q.mu.Lock()
	q.bytes += int64(len(frame))
	q.frames = append(q.frames, frame)
	q.mu.Unlock()
	q.wakeWriter()
}

// pushAlways adds a frame that is never lost: there are few of those per second.
func (q *queue) pushAlways(frame []byte) {
	q.budget.TakeAlways(int64(len(frame)))
	q.push(frame)
}

// close lets the writer end after the remaining frames.
func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.wakeWriter()
}

func (q *queue) wakeWriter() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// take waits for frames and returns all of them; nil after close.
func (q *queue) take(spare [][]byte) [][]byte {
	for {
		q.mu.Lock()
		if frames := q.frames; len(frames) > 0 {
			q.frames = spare[:0]
			q.mu.Unlock()
			return frames
		}
		closed := q.closed
		q.mu.Unlock()
		if closed {
			return nil
		}
		<-q.wake
	}
}

// release frees the room of frames that were written.
func (q *queue) release(frames [][]byte) {
	var size int64
	for i, frame := range frames {
		size += int64(len(frame))
		frames[i] = nil
	}
	q.budget.Give(size)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.bytes -= size
}

func (q *queue) waitingBytes() int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.bytes
}

// newLosses returns the losses since the last call, and the totals.
func (q *queue) newLosses() (since, total losses) {
	q.mu.Lock()
	defer q.mu.Unlock()
	since = losses{q.lost.bodies - q.reported.bodies, q.lost.timings - q.reported.timings}
	q.reported = q.lost
	return since, q.lost
}
