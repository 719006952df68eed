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
	// received and sent wait to be counted for a virtual user.
	received, sent atomic.Int64
}

func newPatientConn(conn net.Conn) *patientConn {
	return &patientConn{Conn: conn, readOver: make(chan struct{})}
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

// patientOf returns the patient connection under conn, or nil.
func patientOf(conn net.Conn) *patientConn {
	if secured, ok := conn.(*tls.Conn); ok {
		conn = secured.NetConn()
	}
	patient, _ := conn.(*patientConn)
	return patient
}
