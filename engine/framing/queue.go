package framing

import (
	"errors"
	"strconv"
	"sync"
	"time"

	"assay/engine/body"
)

// gatherBytes is how many bytes may be gathered: more than these are due at once.
const gatherBytes = 1 << 20

// Queue holds frames for the writer. The budget limits it, and no sender ever waits for it: what does
// not fit is lost and counted.
type Queue struct {
	// Every is how often frames are due that were not added by PushAlways, so that their reader wakes up
	// once for many of them; 0 for each at once. It is set before the queue is used.
	Every time.Duration

	budget *body.Budget
	wake   chan struct{}

	mu     sync.Mutex
	frames [][]byte
	bytes  int64
	closed bool
	lost   Losses
	// reported is the part of lost that newLosses has returned.
	reported Losses
}

// Losses counts exchanges that did not fit, each once.
type Losses struct {
	Bodies, Timings int64
}

func NewQueue(budget *body.Budget) *Queue {
	return &Queue{budget: budget, wake: make(chan struct{}, 1)}
}

// EveryOf reads how often frames are due from a variable of the environment; 0 where it is not set.
func EveryOf(variable, text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	every, err := time.ParseDuration(text)
	if err != nil || every <= 0 {
		return 0, errors.New(variable + " must be a time above 0, such as 100ms; got " + strconv.Quote(text))
	}
	return every, nil
}

// CountLostBody counts an exchange whose frame is sent without its body.
func (q *Queue) CountLostBody() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.lost.Bodies++
}

// CountLostTiming counts an exchange whose frame is not sent.
func (q *Queue) CountLostTiming() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.lost.Timings++
}

// Push adds a frame for which room was taken from the budget.
func (q *Queue) Push(frame []byte) {
	q.mu.Lock()
	q.bytes += int64(len(frame))
	q.frames = append(q.frames, frame)
	isDue := q.Every == 0 || q.bytes > gatherBytes
	q.mu.Unlock()
	if isDue {
		q.wakeWriter()
	}
}

// PushAlways adds a frame that is never lost, and is due at once with all before it: there are few of
// those per second.
func (q *Queue) PushAlways(frame []byte) {
	q.budget.TakeAlways(int64(len(frame)))
	q.Push(frame)
	q.wakeWriter()
}

// HasRoomForBody returns whether a frame with a body may wait too. The room of an answer that is received is always
// taken, so that of a smaller frame can always be had: without a limit of their own, small answers would wait in
// any number.
func (q *Queue) HasRoomForBody(size int64) bool {
	return q.WaitingBytes()+size <= q.budget.BodyLimit()
}

// Close lets the writer end after the remaining frames.
func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.wakeWriter()
}

func (q *Queue) wakeWriter() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// Take waits until frames are due and returns all of them; nil after close.
func (q *Queue) Take(spare [][]byte) [][]byte {
	for {
		if q.Every > 0 {
			q.waitForDue()
		}
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
		if q.Every == 0 {
			<-q.wake
		}
	}
}

// waitForDue waits for the next time that frames are due; not after close.
func (q *Queue) waitForDue() {
	q.mu.Lock()
	closed := q.closed
	q.mu.Unlock()
	if closed {
		return
	}
	timer := time.NewTimer(q.Every)
	defer timer.Stop()
	select {
	case <-q.wake:
	case <-timer.C:
	}
}

// Release frees the room of frames that were written.
func (q *Queue) Release(frames [][]byte) {
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

func (q *Queue) WaitingBytes() int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.bytes
}

// NewLosses returns the losses since the last call, and the totals.
func (q *Queue) NewLosses() (since, total Losses) {
	q.mu.Lock()
	defer q.mu.Unlock()
	since = Losses{q.lost.Bodies - q.reported.Bodies, q.lost.Timings - q.reported.Timings}
	q.reported = q.lost
	return since, q.lost
}
