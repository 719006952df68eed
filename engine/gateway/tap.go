package gateway

import (
	"sync"
	"sync/atomic"

	"assay/engine/arrivals"
)

// tap takes each exchange to the process that judges it, to a recording, or both.
type tap struct {
	keys    keys
	access  access
	redact  redactor
	queue   *queue
	sinks   []sink
	written chan struct{}

	ids        atomic.Int64
	exchanges  atomic.Int64
	groups     atomic.Int64
	violations violations
	// brokenOff says that the run ended before its time.
	brokenOff atomic.Bool
	scratch   sync.Pool
}

// processTap is the tap of this process: k6 makes modules and outputs from registries, and both
// need the same one.
var processTap = newTap()

func newTap() *tap {
	return &tap{access: plainAccess(), scratch: sync.Pool{New: func() any { return new([]byte) }}}
}

// unlock gives the tap the keys of the run, and how they reach the target.
func (t *tap) unlock(k keys, a access) {
	t.keys, t.access, t.redact = k, a, newRedactor(k, a)
}

// isOpen says whether anything takes the frames.
func (t *tap) isOpen() bool {
	return t.queue != nil
}

// start lets the writer take frames to the sinks. failed is called, once for each sink, when one
// can take no more.
func (t *tap) start(limit int64, sinks []sink, failed func(error)) {
	t.queue = newQueue(limit)
	t.sinks = sinks
	t.written = make(chan struct{})
	go t.write(failed)
}

func (t *tap) write(failed func(error)) {
	defer close(t.written)
	var spare [][]byte
	broken := make([]bool, len(t.sinks))
	for frames := t.queue.take(spare); frames != nil; frames = t.queue.take(spare) {
		for i, sink := range t.sinks {
			if broken[i] {
				continue
			}
			if err := sink.write(frames); err != nil {
				broken[i] = true
				failed(err)
			}
		}
		t.queue.release(frames)
		spare = frames
	}
}

// finish writes what is left and the totals, and closes the sinks.
func (t *tap) finish() error {
	t.tellLosses()
	t.queue.pushAlways(newFrame(frameEnd, t.appendEnd(nil, arrivals.ProcessStats.Totals()), nil))
	t.queue.close()
	<-t.written
	var failure error
	for _, sink := range t.sinks {
		if err := sink.close(); err != nil && failure == nil {
			failure = err
		}
	}
	return failure
}

func (t *tap) appendEnd(b []byte, totals arrivals.Totals) []byte {
	_, lost := t.queue.newLosses()
	b = appendInt(append(b, '{'), "exchanges", t.exchanges.Load())
	b = appendInt(b, "groups", t.groups.Load())
	b = appendInt(b, "asked", totals.Scheduled)
	b = appendInt(b, "started", totals.Started)
	b = appendInt(b, "notStarted", totals.NotStarted)
	b = appendInt(b, "interrupted", totals.Interrupted)
	b = appendInt(b, "droppedBodies", lost.bodies)
	b = appendInt(b, "droppedTimings", lost.timings)
	b = appendInt(b, "endNs", sinceOrigin())
	if t.brokenOff.Load() || arrivals.ProcessStats.IsStopped() {
		b = append(b, `,"cutShort":true`...)
	}
	return append(b, '}')
}

// tellLosses sends a dropped frame if anything was lost since the last one.
func (t *tap) tellLosses() {
	since, _ := t.queue.newLosses()
	if since == (losses{}) {
		return
	}
	b := appendInt([]byte{'{'}, "bodies", since.bodies)
	b = append(appendInt(b, "timings", since.timings), '}')
	t.queue.pushAlways(newFrame(frameDropped, b, nil))
}

// exchange numbers an exchange and sends its frame. It returns the body as the frame holds it, or
// nil; the frame is never written to again.
func (t *tap) exchange(x *exchange) []byte {
	t.exchanges.Add(1)
	x.id = t.ids.Add(1)
	if !t.isOpen() {
		return nil
	}
	scratch := t.scratch.Get().(*[]byte)
	defer t.scratch.Put(scratch)
	*scratch = appendExchange((*scratch)[:0], x, t.redact)
	if len(x.body) > 0 {
		return t.pushWhole(scratch, x)
	}
	t.pushBare(scratch, "}")
	return nil
}

// pushWhole sends the frame with its body, or, if there is no room for that, without.
func (t *tap) pushWhole(scratch *[]byte, x *exchange) []byte {
	body, reads := t.redact.body(x.body, x.reads)
	bare := len(*scratch)
	*scratch = append(appendInts(*scratch, "reads", reads), '}')
	if !t.queue.admitBody(frameSize(*scratch, body)) {
		*scratch = (*scratch)[:bare]
		if t.pushBare(scratch, `,"bodyDropped":true}`) {
			t.queue.loseBody()
		}
		return nil
	}
	frame := newFrame(frameExchange, *scratch, body)
	t.queue.push(frame)
	return frame[len(frame)-len(body):]
}

func (t *tap) pushBare(scratch *[]byte, ending string) bool {
	*scratch = append(*scratch, ending...)
	if !t.queue.admitBare(frameSize(*scratch, nil)) {
		t.queue.loseTiming()
		return false
	}
	t.queue.push(newFrame(frameExchange, *scratch, nil))
	return true
}

func frameSize(header, body []byte) int64 {
	return int64(preludeBytes + len(header) + len(body))
}

// groupEnd says that a group is complete.
func (t *tap) groupEnd(g *group, members int64) {
	t.groups.Add(1)
	if !t.isOpen() {
		return
	}
	b := appendText([]byte{'{'}, "kind", g.kind)
	b = appendText(b, "id", g.id)
	b = append(appendInt(b, "members", members), '}')
	if t.queue.admitBare(frameSize(b, nil)) {
		t.queue.push(newFrame(frameGroupEnd, b, nil))
	}
}
