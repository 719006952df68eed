package upstream

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"assay/engine/body"
	"assay/engine/clock"
	"assay/engine/framing"
	"assay/engine/redact"
	"assay/engine/upstream/request"
	"assay/engine/upstream/script"
)

// Frame types, as in docs/upstream.md.
const (
	frameHello    = 32
	frameExchange = 33
	frameScripted = 34
	frameBegun    = 35
	frameDropped  = 36
	frameEnd      = 37
	frameKeys     = 160
	frameScript   = 161
	frameStop     = 162
)

const (
	version         = 1
	maxCommandBytes = 32 << 20
	keysTimeout     = 30 * time.Second
	// unread is the operation of a connection that was closed before its request was read.
	unread = "unread"
	// maxRedactors limits the memory for keys of gateways.
	maxRedactors = 16
)

// reports sends what happens to the judging process, and reads what it wants.
type reports struct {
	conn   *net.UnixConn
	reader *bufio.Reader
	budget *body.Budget
	queue  *framing.Queue
	// closed is closed when the judging process has closed the socket, written when all frames are
	// written.
	closed, written chan struct{}
	exchanges       atomic.Int64

	spellings []redact.Spelling
	redactor  redact.Redactor
	mu        sync.Mutex
	// byCredential also removes the key that a gateway sent.
	byCredential map[string]redact.Redactor
}

func connect(s settings) (*reports, error) {
	conn, err := net.DialTimeout("unix", s.socket, keysTimeout)
	if err != nil {
		return nil, fmt.Errorf(
			"the socket of ASSAY_UPSTREAM cannot be opened: %w. It must name a Unix socket that a process listens on", err)
	}
	unix, ok := conn.(*net.UnixConn)
	if !ok {
		return nil, errors.New("ASSAY_UPSTREAM does not name a Unix socket")
	}
	if err := unix.SetWriteBuffer(framing.SocketBufferBytes); err != nil {
		return nil, err
	}
	r := newReports(unix, s.queueBytes)
	r.queue.Every = s.every
	return r, nil
}

// newReports returns reports of which this many bytes may wait.
func newReports(conn *net.UnixConn, limit int64) *reports {
	budget := body.NewBudget(limit)
	return &reports{
		conn: conn, reader: bufio.NewReader(conn), budget: budget, queue: framing.NewQueue(budget),
		closed: make(chan struct{}), written: make(chan struct{}), byCredential: map[string]redact.Redactor{},
	}
}

// open sends the first frame and waits for the keys.
func (r *reports) open(s *server) error {
	go r.write()
	b := framing.AppendInt([]byte{'{'}, "version", version)
	b = framing.AppendInt(b, "pid", int64(os.Getpid()))
	b = framing.AppendText(b, "address", s.mainAddress)
	b = framing.AppendText(b, "otherAddress", s.other.Addr().String())
	b = framing.AppendInt(b, "originUnixNs", clock.OriginUnixNs())
	if originNs := clock.OriginMonotonicNs(); originNs != 0 {
		b = framing.AppendInt(b, "originMonotonicNs", originNs)
	}
	r.queue.PushAlways(framing.New(frameHello, append(b, '}'), nil))
	return r.readKeys()
}

func (r *reports) readKeys() error {
	if err := r.conn.SetReadDeadline(time.Now().Add(keysTimeout)); err != nil {
		return err
	}
	kind, header, err := framing.Read(r.reader, maxCommandBytes)
	if err != nil {
		return fmt.Errorf("the judging process sent no keys within %s: %w", keysTimeout, err)
	}
	if kind != frameKeys {
		return fmt.Errorf("the first frame must be upstream-keys (type %d); got type %d", frameKeys, kind)
	}
	var keys struct {
		Secrets []struct{ Name, Value string }
	}
	if json.Unmarshal(header, &keys) != nil {
		return errors.New("the upstream-keys frame is not valid JSON") // its text must not be logged
	}
	for _, secret := range keys.Secrets {
		r.spellings = append(r.spellings, redact.Spellings(secret.Name, secret.Value)...)
	}
	r.redactor = redact.New(r.spellings)
	return r.conn.SetReadDeadline(time.Time{})
}

// listen handles frames until the socket ends, or stop arrives.
func (r *reports) listen(s *server) error {
	for {
		kind, header, err := framing.Read(r.reader, maxCommandBytes)
		if err != nil {
			close(r.closed)
			return err
		}
		switch kind {
		case frameStop:
			go r.awaitClose()
			return nil
		case frameScript:
			r.take(s, header)
		default:
			go r.awaitClose()
			return fmt.Errorf("a frame has an unknown type: %d", kind)
		}
	}
}

// awaitClose ignores what comes after stop.
func (r *reports) awaitClose() {
	_, _ = io.Copy(io.Discard, r.reader)
	close(r.closed)
}

// take puts a script in force, and says so.
func (r *reports) take(s *server, header []byte) {
	var taken script.Script
	decoder := json.NewDecoder(bytes.NewReader(header))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&taken)
	if err == nil {
		err = taken.Check()
	}
	if err == nil {
		err = s.follow(&taken)
	}
	b := framing.AppendInt([]byte{'{'}, "id", taken.ID)
	if err != nil {
		b = framing.AppendText(b, "problem", r.redactor.Text(err.Error()))
	}
	r.queue.PushAlways(framing.New(frameScripted, append(b, '}'), nil))
}

// follow puts a script in force.
func (s *server) follow(taken *script.Script) error {
	if taken.Nonce != "" {
		s.scripts.Set(taken)
		return nil
	}
	switch {
	case len(taken.Steps) == 0:
		s.acceptAgain()
	case len(taken.Steps) == 1 && taken.Steps[0].Fails(script.RefuseConnection):
		s.refuse(taken.Steps[0].Fail.For())
	default:
		return errors.New("a script without a nonce must have no steps, or one that refuses connections")
	}
	return nil
}

func (r *reports) write() {
	defer close(r.written)
	sink := framing.SocketSink{Conn: r.conn, PeerClosed: r.closed, Patience: framing.DefaultPatience, OnStall: func() {}}
	var spare [][]byte
	var failure error
	for frames := r.queue.Take(spare); frames != nil; frames = r.queue.Take(spare) {
		if failure == nil {
			failure = sink.Write(frames)
		}
		r.queue.Release(frames)
		spare = frames
		r.reportLosses()
	}
	_ = sink.Close()
}

// reportLosses sends a dropped frame if anything was lost since the last one.
func (r *reports) reportLosses() {
	if since, _ := r.queue.NewLosses(); since.Timings > 0 {
		b := framing.AppendInt([]byte{'{'}, "exchanges", since.Timings)
		r.queue.PushAlways(framing.New(frameDropped, append(b, '}'), nil))
	}
}

// end sends the totals and waits until all frames are written.
func (r *reports) end() {
	r.reportLosses()
	_, lost := r.queue.NewLosses()
	b := framing.AppendInt([]byte{'{'}, "exchanges", r.exchanges.Load())
	b = framing.AppendInt(b, "dropped", lost.Timings)
	b = framing.AppendInt(b, "endNs", clock.NowNs())
	r.queue.PushAlways(framing.New(frameEnd, append(b, '}'), nil))
	r.queue.Close()
	<-r.written
}

// redactorOf also removes the key that a gateway sent, unless it is one of a caller.
func (r *reports) redactorOf(credential string) redact.Redactor {
	if r.redactor.Text(credential) != credential {
		return r.redactor
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	redactor, found := r.byCredential[credential]
	if !found {
		if len(r.byCredential) >= maxRedactors {
			clear(r.byCredential)
		}
		redactor = redact.New(append(r.spellings[:len(r.spellings):len(r.spellings)], redact.Spellings("upstream key", credential)...))
		r.byCredential[credential] = redactor
	}
	return redactor
}

// reportBegun returns what reports, once, that the exchange has begun.
func (c *connection) reportBegun(nonces []string) func() {
	if c.server.reports == nil {
		return func() {}
	}
	once, id, operation, receivedNs := c.begun, c.x.id, c.x.operation, c.received.ReceivedNs
	return func() {
		once.Do(func() {
			b := framing.AppendInt([]byte{'{'}, "id", id)
			b = framing.AppendInt(b, "connection", c.number)
			b = framing.AppendText(b, "operation", operation)
			b = framing.AppendInt(appendNonces(b, nonces), "receivedNs", receivedNs)
			c.server.reports.send(framing.New(frameBegun, append(b, '}'), nil))
		})
	}
}

// send sends a frame if there is room for it.
func (r *reports) send(frame []byte) bool {
	if !r.budget.Take(int64(len(frame))) {
		return false
	}
	r.queue.Push(frame)
	return true
}

// report sends the exchange.
func (c *connection) report() {
	r := c.server.reports
	if r == nil {
		return
	}
	r.exchanges.Add(1)
	e := encoder{connection: c, redactor: r.redactor, answers: redact.New(nil)}
	var requestBody, answerBody []byte
	writes := c.x.writes
	if c.x.operation != unread {
		kept := c.received.Kept()
		requestBody, _ = r.redactor.Body(kept, nil)
		answerBody = c.x.keptBody()
		// An answer contains a key only where it repeats the request.
		if c.x.echoes || c.x.operation == "" || hasKey(c.received, kept, requestBody, r.redactor) {
			e.answers = r.redactorOf(credentialOf(c.received))
			answerBody, writes = e.answers.Body(answerBody, writes)
		}
	}
	c.scratch = e.appendExchange(c.scratch[:0], len(requestBody), len(answerBody), writes)
	size := framing.Size(c.scratch, len(requestBody)+len(answerBody))
	if size > framing.MaxBytes || !r.budget.Take(size) {
		r.queue.CountLostTiming()
		return
	}
	frame := framing.Begin(frameExchange, c.scratch, len(requestBody)+len(answerBody))
	r.queue.Push(append(append(frame, requestBody...), answerBody...))
	if cap(c.scratch) > keptBytes {
		c.scratch = nil
	}
}

// hasKey returns whether a request contains a key of a caller.
func hasKey(received *request.Received, kept, redacted []byte, redactor redact.Redactor) bool {
	if len(kept) != len(redacted) || len(kept) > 0 && &kept[0] != &redacted[0] {
		return true
	}
	for _, header := range received.Headers {
		if redactor.Text(header.Value) != header.Value {
			return true
		}
	}
	return redactor.Text(received.Target) != received.Target
}
