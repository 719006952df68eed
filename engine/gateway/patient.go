package gateway

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
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
}

func (c *patientConn) Read(b []byte) (int, error) {
	count, err := c.Conn.Read(b)
	if err != nil {
		c.once.Do(func() { close(c.readOver) })
	}
	return count, err
}

func (c *patientConn) Write(b []byte) (int, error) {
	count, err := c.Conn.Write(b)
	c.written.Add(int64(count))
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

// keptFor is how long a connection without a request is kept. Servers close theirs after a while,
// many after 5 s; a request that meets that moment breaks, and nobody can tell whether the gateway
// has seen it.
const keptFor = 4 * time.Second

// makePatient gives a transport of a virtual user connections that are patient, and lets go of
// them before a gateway does. It must not be in use yet.
func makePatient(transport http.RoundTripper) {
	own, ok := transport.(*http.Transport)
	if !ok || own.DialContext == nil {
		return
	}
	own.IdleConnTimeout = keptFor
	dial := own.DialContext
	own.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &patientConn{Conn: conn, readOver: make(chan struct{})}, nil
	}
}
