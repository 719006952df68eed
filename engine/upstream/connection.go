package upstream

import (
	"errors"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"assay/engine/clock"
	"assay/engine/upstream/answer"
	"assay/engine/upstream/pacer"
	"assay/engine/upstream/request"
	"assay/engine/upstream/script"
)

// begunAfter is when an exchange is reported as begun whose request is still arriving.
const begunAfter = time.Second

var (
	errDisconnected = errors.New("the gateway closed the connection")
	errStopped      = errors.New("the upstream ends")
	// errEnd ends a connection after an answer that was meant to end like this.
	errEnd = errors.New("the connection ends")
)

// connection serves the requests of one connection, one after the other.
type connection struct {
	server   *server
	conn     net.Conn
	listener string
	number   int64
	count    int64
	isIdle   atomic.Bool

	reader   *request.Reader
	received *request.Received
	x        exchange
	sender   sender
	waiter   *pacer.Waiter
	begun    *sync.Once
	// gone is closed when the gateway has closed the connection; nil while nothing watches it.
	gone, watched chan struct{}
	// goneNs is when that was; the watch writes it before it ends.
	goneNs int64
	// closesOnReuse: the next request ends the connection.
	closesOnReuse bool
	// scratch and event are for the frame and for the event that is written next.
	scratch, event []byte
}

func newConnection(s *server, conn net.Conn, listener string) *connection {
	c := &connection{server: s, conn: conn, listener: listener, number: s.connections.Add(1), waiter: pacer.NewWaiter()}
	c.reader = request.NewReader(conn)
	c.received = request.NewReceived(c.reader)
	c.sender = sender{write: conn.Write, x: &c.x, notes: s.reports != nil || s.settings.clock}
	return c
}

func (c *connection) serve() {
	for {
		c.isIdle.Store(true)
		_, err := c.reader.Await()
		c.isIdle.Store(false)
		if err != nil {
			return
		}
		c.count++
		c.x.reset()
		c.x.id, c.x.operation = c.server.exchanges.Add(1), answer.Other
		if c.closesOnReuse {
			c.x.operation, c.x.outcome = unread, failed
			c.report()
			return
		}
		err = c.serveOne()
		c.unwatch()
		c.conclude(err)
		if err != nil || c.received.Closes || c.server.isStopping() {
			return
		}
	}
}

// serveOne reads a request and answers it. An error ends the connection.
func (c *connection) serveOne() error {
	c.begun = &sync.Once{}
	if err := c.read(); err != nil {
		return c.refuse(err)
	}
	return c.answer()
}

// refuse answers a request that cannot be read.
func (c *connection) refuse(err error) error {
	var malformed *request.Malformed
	if !errors.As(err, &malformed) {
		return err
	}
	c.reportBegun(c.received.Nonces)()
	problem := answer.Refused(malformed.Status, malformed.Problem)
	if err := c.sendWhole(answer.FromProblem(problem), [][2]string{{"connection", "close"}}); err != nil {
		return err
	}
	return errEnd
}

// read reads the request as far as its script allows.
func (c *connection) read() error {
	r := c.received
	if err := r.ReadHead(); err != nil {
		return err
	}
	var job string
	c.x.operation, job = answer.OperationOf(r.Method, r.Path)
	c.x.job = job
	if r.Expects {
		if _, err := c.conn.Write([]byte("HTTP/1.1 100 Continue\r\n\r\n")); err != nil {
			return err
		}
	}
	if err := r.ReadPrefix(); err != nil {
		return err
	}
	if !r.IsComplete() {
		step := c.server.scripts.Peek(c.x.operation, r.Nonces)
		if step.Fails(script.EarlyAnswer) {
			c.reportBegun(r.Nonces)()
			return nil
		}
		late := time.AfterFunc(begunAfter-time.Duration(clock.NowNs()-r.ReceivedNs), c.reportBegun(r.Nonces))
		defer late.Stop()
		if step.Fails(script.SlowUploadRead) {
			return c.readSlowly()
		}
	}
	return r.ReadRest(nil)
}

// slowBytesPerSecond is how fast an upload is read where a script says so.
const slowBytesPerSecond = 64 << 10

func (c *connection) readSlowly() error {
	dueNs := clock.NowNs()
	return c.received.ReadRest(func(count int) error {
		dueNs += int64(count) * int64(time.Second) / slowBytesPerSecond
		return c.sleep(dueNs)
	})
}

func (c *connection) answer() error {
	r := c.received
	if r.IsComplete() {
		c.reportBegun(r.Nonces)()
	}
	c.x.turn = c.server.scripts.Next(c.x.operation, r.Nonces)
	step := c.x.turn.Step
	c.x.echoes = step.EchoKey
	question, problem := answer.Question{}, (*answer.Problem)(nil)
	if r.IsComplete() {
		question, problem = answer.Read(c.x.operation, r)
	}
	c.x.question = question
	if size := c.server.settings.bodyBytes; size > 0 {
		return c.sendFiller(size)
	}
	return c.send(c.answerTo(question, problem))
}

// answerTo returns the answer that the script, or its absence, asks for.
func (c *connection) answerTo(question answer.Question, problem *answer.Problem) *answer.Answer {
	step := c.x.turn.Step
	settings := &c.server.settings
	r := &answer.Request{
		Question: question, Operation: c.x.operation, Nonce: c.x.turn.Nonce, Credential: credentialOf(c.received),
		Step: step, TTFT: settings.ttft, ITL: settings.itl, Words: settings.tokens,
		Unix: time.Now().Unix(), Serial: c.server.serial + padded(c.x.id),
	}
	switch {
	case step.Body != nil || step.Status >= 400 || step.Fails(script.HTML) || step.Fails(script.Empty) ||
		step.Redirects():
		return r.Scripted(c.otherOrigin())
	case problem != nil:
		return answer.FromProblem(problem)
	}
	switch r.Operation {
	case answer.VideoCreate:
		return c.server.jobs.Create(r)
	case answer.VideoRead, answer.VideoCancel, answer.VideoContent:
		return c.server.jobs.Answer(r, c.x.job)
	default:
		return answer.New(r)
	}
}

// otherOrigin is where a redirect leads to: the other listener, by the name that the gateway uses for this
// one, or another host where the script says so, and the gateway can reach one.
func (c *connection) otherOrigin() string {
	host, _, err := net.SplitHostPort(c.received.Get("host"))
	if err != nil {
		host = loopback
	}
	_, port, _ := net.SplitHostPort(c.server.other.Addr().String())
	address := net.JoinHostPort(host, port)
	isOfMachine := host == loopback || host == "localhost"
	if listener := c.server.otherHost; listener != nil && isOfMachine && c.x.turn.Step.Fails(script.RedirectHost) {
		address = listener.Addr().String()
	}
	return "http://" + address + c.received.Target
}

// padded returns a number with at least 8 digits.
func padded(number int64) string {
	digits := strconv.FormatInt(number, 16)
	return strings.Repeat("0", max(0, 8-len(digits))) + digits
}

// conclude reports the exchange that ended with this error.
func (c *connection) conclude(err error) {
	x := &c.x
	if x.outcome == "" {
		switch {
		case err == nil || errors.Is(err, errEnd):
			x.outcome = complete
		case c.server.isStopping():
			x.outcome = stopped
		default:
			x.outcome, x.disconnectedNs = disconnected, clock.NowNs()
			if c.goneNs != 0 {
				x.disconnectedNs = c.goneNs
			}
		}
	}
	if x.endNs = clock.NowNs(); x.disconnectedNs != 0 {
		x.endNs = x.disconnectedNs
	}
	c.report()
}
