package transport

import (
	"net"
	"sync"
	"sync/atomic"
	"time"

	"go.k6.io/k6/v2/lib/netext"

	"assay/engine/clock"
)

// earlyResponseWait limits how long a write error waits for an answer that is on its way.
const earlyResponseWait = time.Second

// slowReaderBufferBytes is the receive buffer of a slow reader's connection. What does not fit
// in it waits at the gateway; otherwise the kernel would take in megabytes for a reader that sleeps.
const slowReaderBufferBytes = 4 << 10

// Conn is a connection that delays a write error until the answer has been read, and records what
// the timing of a request needs.
//
// A gateway that rejects an upload early, with 413 for example, closes the connection while the body
// is still being sent. net/http then receives both the answer and the write error, and returns
// whichever it handles first: half of the answers would be lost.
type Conn struct {
	net.Conn
	readEnded chan struct{}
	once      sync.Once
	// written counts the bytes that the kernel accepted, or may accept: an answer can come before the
	// write that it answers has returned.
	written atomic.Int64
	// readNs is when the last read returned: the goroutine that waits for the bytes may wake much later.
	readNs atomic.Int64
	// idleLimit is that of its pool; nil without one.
	idleLimit *idleLimit
	// dialNs is how long it took to connect.
	dialNs int64
	// retired: no further request is sent on it. rejectsWrites: the next request has learned that.
	retired, rejectsWrites atomic.Bool
	heads
	// received and sent are not yet counted for a virtual user.
	received, sent atomic.Int64
}

// NewConn returns a connection without an idle limit.
func NewConn(conn net.Conn) *Conn {
	return newPooledConn(conn, nil, 0)
}

func newPooledConn(conn net.Conn, limit *idleLimit, dialNs int64) *Conn {
	return &Conn{Conn: conn, readEnded: make(chan struct{}), idleLimit: limit, dialNs: dialNs}
}

func (c *Conn) Read(b []byte) (int, error) {
	count, err := c.Conn.Read(b)
	c.readNs.Store(clock.NowNs())
	c.received.Add(int64(count))
	c.see(b[:count])
	if err != nil {
		c.once.Do(func() { close(c.readEnded) })
	}
	return count, err
}

func (c *Conn) Write(b []byte) (int, error) {
	if c.rejectsWrites.Load() {
		return 0, errNotReused
	}
	c.written.Add(int64(len(b)))
	count, err := c.Conn.Write(b)
	c.written.Add(int64(count - len(b)))
	c.sent.Add(int64(count))
	if err != nil {
		select {
		case <-c.readEnded:
		case <-time.After(earlyResponseWait):
		}
	}
	return count, err
}

// Retire prevents further requests on the connection.
func (c *Conn) Retire() {
	c.retired.Store(true)
}

// isReusable returns whether a further request may be sent on it after this idle time.
func (c *Conn) isReusable(idle time.Duration) bool {
	return !c.retired.Load() && (c.idleLimit == nil || c.idleLimit.allows(idle))
}

// CountFor adds the bytes sent and received since the last call to data_sent and data_received of a
// virtual user.
func (c *Conn) CountFor(dialer *netext.Dialer) {
	atomic.AddInt64(&dialer.BytesRead, c.received.Swap(0))
	atomic.AddInt64(&dialer.BytesWritten, c.sent.Swap(0))
}

// shrinkReadBuffer makes the kernel buffer little of what is not read yet.
func (c *Conn) shrinkReadBuffer() {
	conn := c.Conn
	if counted, ok := conn.(*netext.Conn); ok {
		conn = counted.Conn
	}
	if socket, ok := conn.(interface{ SetReadBuffer(bytes int) error }); ok {
		_ = socket.SetReadBuffer(slowReaderBufferBytes)
	}
}

// unwrap returns the Conn under conn, or nil.
func unwrap(conn net.Conn) *Conn {
	if secured, ok := conn.(interface{ NetConn() net.Conn }); ok {
		conn = secured.NetConn()
	}
	ours, _ := conn.(*Conn)
	return ours
}
