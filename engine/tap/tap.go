// Package tap sends every exchange to the process that judges it, to a recording, or both.
package tap

import (
	"sync"
	"sync/atomic"

	"assay/engine/access"
	"assay/engine/arrivals"
	"assay/engine/clock"
	"assay/engine/redact"
)

// Tap sends frames to its sinks.
type Tap struct {
	access  access.Access
	redact  redact.Redactor
	queue   *queue
	sinks   []Sink
	written chan struct{}

	ids        atomic.Int64
	exchanges  atomic.Int64
	groups     atomic.Int64
	violations violations
	// aborted is set when the run ended early.
	aborted atomic.Bool
	scratch sync.Pool
}

// Process is the tap of this process: k6 creates modules and outputs from registries, and both need
// the same tap.
var Process = New()

// New returns a tap that is not open yet.
func New() *Tap {
	return &Tap{access: access.Default(), scratch: sync.Pool{New: func() any { return new([]byte) }}}
}

// Access is how requests reach the target; it is set before the first virtual user is created.
func (t *Tap) Access() *access.Access {
	return &t.access
}

func (t *Tap) setAccess(a access.Access) {
	t.access, t.redact = a, a.Redactor()
}

func (t *Tap) isOpen() bool {
	return t.queue != nil
}

// Open starts the writer, which passes frames to the sinks. onFailure is called once for each sink
// that fails.
func (t *Tap) Open(queueBytes int64, sinks []Sink, onFailure func(error)) {
	t.queue = newQueue(queueBytes)
	t.sinks = sinks
	t.written = make(chan struct{})
	go t.write(onFailure)
}

func (t *Tap) write(onFailure func(error)) {
	defer close(t.written)
	var spare [][]byte
	failed := make([]bool, len(t.sinks))
	for frames := t.queue.take(spare); frames != nil; frames = t.queue.take(spare) {
		for i, sink := range t.sinks {
			if failed[i] {
				continue
			}
			if err := sink.Write(frames); err != nil {
				failed[i] = true
				onFailure(err)
			}
		}
		t.queue.release(frames)
		spare = frames
	}
}

// Close writes the remaining frames and the totals, and closes the sinks.
func (t *Tap) Close() error {
	t.reportLosses()
	t.queue.pushAlways(newFrame(frameEnd, t.appendEnd(nil, arrivals.ProcessStats.Totals()), nil))
	t.queue.close()
	<-t.written
	var failure error
	for _, sink := range t.sinks {
		if err := sink.Close(); err != nil && failure == nil {
			failure = err
		}
	}
	return failure
}

func (t *Tap) appendEnd(b []byte, totals arrivals.Totals) []byte {
	_, lost := t.queue.newLosses()
	b = appendInt(append(b, '{'), "exchanges", t.exchanges.Load())
	b = appendInt(b, "groups", t.groups.Load())
	b = appendInt(b, "scheduled", totals.Scheduled)
	b = appendInt(b, "started", totals.Started)
	b = appendInt(b, "notStarted", totals.NotStarted)
	b = appendInt(b, "interrupted", totals.Interrupted)
	b = appendInt(b, "droppedBodies", lost.bodies)
	b = appendInt(b, "droppedTimings", lost.timings)
	b = appendInt(b, "endNs", clock.NowNs())
	if t.aborted.Load() || arrivals.ProcessStats.IsStopped() {
		b = append(b, `,"cutShort":true`...)
	}
	return append(b, '}')
}

// reportLosses sends a dropped frame if anything was lost since the last one.
func (t *Tap) reportLosses() {
	since, _ := t.queue.newLosses()
	if since == (losses{}) {
		return
	}
	b := appendInt([]byte{'{'}, "bodies", since.bodies)
	b = append(appendInt(b, "timings", since.timings), '}')
	t.queue.pushAlways(newFrame(frameDropped, b, nil))
}

// Record numbers an exchange and sends its frame. It returns the body as the frame holds it, or nil;
// nothing writes to the frame after that.
func (t *Tap) Record(x *Exchange) []byte {
	t.exchanges.Add(1)
	x.id = t.ids.Add(1)
	if !t.isOpen() {
		return nil
	}
	scratch := t.scratch.Get().(*[]byte)
	defer t.scratch.Put(scratch)
	*scratch = appendExchange((*scratch)[:0], x, t.redact)
	if len(x.Body) > 0 {
		return t.pushWithBody(scratch, x)
	}
	t.pushWithoutBody(scratch, "}")
	return nil
}

// pushWithBody sends the frame with its body, or without it if the queue has no room for the body.
func (t *Tap) pushWithBody(scratch *[]byte, x *Exchange) []byte {
	body, reads := t.redact.Body(x.Body, x.Reads)
	headerBytes := len(*scratch)
	*scratch = append(appendInts(*scratch, "reads", reads), '}')
	if !t.queue.admitBody(frameSize(*scratch, body)) {
		*scratch = (*scratch)[:headerBytes]
		if t.pushWithoutBody(scratch, `,"bodyDropped":true}`) {
			t.queue.countLostBody()
		}
		return nil
	}
	frame := newFrame(frameExchange, *scratch, body)
	t.queue.push(frame)
	return frame[len(frame)-len(body):]
}

func (t *Tap) pushWithoutBody(scratch *[]byte, ending string) bool {
	*scratch = append(*scratch, ending...)
	if !t.queue.admitHeader(frameSize(*scratch, nil)) {
		t.queue.countLostTiming()
		return false
	}
	t.queue.push(newFrame(frameExchange, *scratch, nil))
	return true
}

func frameSize(header, body []byte) int64 {
	return int64(preludeBytes + len(header) + len(body))
}

// EndGroup reports that a group is complete, and how many members it has.
func (t *Tap) EndGroup(g Group, members int64) {
	t.groups.Add(1)
	if !t.isOpen() {
		return
	}
	b := appendText([]byte{'{'}, "kind", g.Kind)
	b = appendText(b, "id", t.redact.Text(g.ID))
	b = append(appendInt(b, "members", members), '}')
	if t.queue.admitHeader(frameSize(b, nil)) {
		t.queue.push(newFrame(frameGroupEnd, b, nil))
	}
}

// TakeViolations returns the violations that the judging process reported since the last call; nil
// when there are none.
func (t *Tap) TakeViolations() map[Violation]int64 {
	return t.violations.take()
}
