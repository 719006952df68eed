package gateway

import "sync"

// defaultQueueBytes bounds what waits for the writer of the tap.
const defaultQueueBytes = 64 << 20

// queue holds frames for the writer. It is bounded in bytes and never makes anybody wait: what
// does not fit is lost and counted. Bodies may fill three quarters of it, so that timings, which
// are small, still fit when bodies no longer do.
type queue struct {
	limit int64
	wake  chan struct{}

	mu     sync.Mutex
	frames [][]byte
	bytes  int64
	closed bool
	lost   losses
	told   losses
}

// losses counts exchanges that did not fit, each of them once.
type losses struct {
	bodies, timings int64
}

func newQueue(limit int64) *queue {
	return &queue{limit: limit, wake: make(chan struct{}, 1)}
}

// admitBody reserves room for a frame with a body.
func (q *queue) admitBody(size int64) bool {
	return q.admit(size, q.limit/4*3)
}

// admitBare reserves room for a frame without a body.
func (q *queue) admitBare(size int64) bool {
	return q.admit(size, q.limit)
}

func (q *queue) admit(size, limit int64) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.bytes+size > limit {
		return false
	}
	q.bytes += size
	return true
}

// loseBody counts an exchange whose frame goes without its body.
func (q *queue) loseBody() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.lost.bodies++
}

// loseTiming counts an exchange whose frame does not go at all.
func (q *queue) loseTiming() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.lost.timings++
}

// push adds a frame for which room was reserved.
func (q *queue) push(frame []byte) {
	q.mu.Lock()
	q.frames = append(q.frames, frame)
	q.mu.Unlock()
	q.poke()
}

// pushAlways adds a frame that is never lost: there are only a few of those each second.
func (q *queue) pushAlways(frame []byte) {
	q.mu.Lock()
	q.bytes += int64(len(frame))
	q.frames = append(q.frames, frame)
	q.mu.Unlock()
	q.poke()
}

// close lets the writer end once it has written all.
func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.poke()
}

func (q *queue) poke() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// take waits for frames and returns all there are; nil after close.
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

// release gives back the room of frames that were written.
func (q *queue) release(frames [][]byte) {
	var size int64
	for i, frame := range frames {
		size += int64(len(frame))
		frames[i] = nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.bytes -= size
}

func (q *queue) waitingBytes() int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.bytes
}

// newLosses returns what was lost since the last call, and in all.
func (q *queue) newLosses() (since, total losses) {
	q.mu.Lock()
	defer q.mu.Unlock()
	since = losses{q.lost.bodies - q.told.bodies, q.lost.timings - q.told.timings}
	q.told = q.lost
	return since, q.lost
}
