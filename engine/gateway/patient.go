package gateway

import (
	"crypto/tls"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// patience bounds how long an error on sending waits for an answer that is on its way.
const patience = time.Second

// patientConn holds an error on sending back until the answer has been read.
//
// A gateway that refuses an upload early, with 413 say, closes the connection while the body is
// still on its way. net/http then hears of the answer and of the broken sending at once, and
// whichever it takes first is the outcome: half of the answers would be lost.
type patientConn struct {
	net.Conn
	readOver chan struct{}
	once     sync.Once
	// written counts the bytes that the kernel took.
	written atomic.Int64
	// readNs is when the last bytes came: the goroutine that is to have them may wake much later.
	readNs atomic.Int64
	// reuse is that of its pool; nil where nothing is learnt.
	reuse *reuse
	// dialNs is how long it took to connect.
	dialNs int64
	// spent: no further request is sent on it. refusing: the next one has been told so.
	spent, refusing atomic.Bool
	// received and sent wait to be counted for a virtual user.
	received, sent atomic.Int64
}

func newPatientConn(conn net.Conn, reuse *reuse, dialNs int64) *patientConn {
	return &patientConn{Conn: conn, readOver: make(chan struct{}), reuse: reuse, dialNs: dialNs}
}

func (c *patientConn) Read(b []byte) (int, error) {
	count, err := c.Conn.Read(b)
	c.readNs.Store(sinceOrigin())
	c.received.Add(int64(count))
	if err != nil {
		c.once.Do(func() { close(c.readOver) })
	}
	return count, err
}

func (c *patientConn) Write(b []byte) (int, error) {
	if c.refusing.Load() {
		return 0, errNotReused
	}
	count, err := c.Conn.Write(b)
	c.written.Add(int64(count))
	c.sent.Add(int64(count))
	if err != nil {
		select {
		case <-c.readOver:
		case <-time.After(patience):
		}
	}
	return count, err
}

// mayServe says whether a further request may be sent on it, after it was idle for so long.
func (c *patientConn) mayServe(idle time.Duration) bool {
	return !c.spent.Load() && (c.reuse == nil || c.reuse.allows(idle))
}

// patientOf returns the patient connection under conn, or nil.
func patientOf(conn net.Conn) *patientConn {
	if secured, ok := conn.(*tls.Conn); ok {
		conn = secured.NetConn()
	}
	patient, _ := conn.(*patientConn)
	return patient
}
