package transport

import (
	"net"
	"testing"
)

// stuckConn is a connection whose peer has a write before that write returns.
type stuckConn struct {
	net.Conn
	received chan struct{}
	returns  chan error
}

func (c *stuckConn) Write(b []byte) (int, error) {
	c.received <- struct{}{}
	if err := <-c.returns; err != nil {
		return 0, err
	}
	return len(b), nil
}

// sending is a request on a reused connection whose write has not returned yet.
func sending() (trace *Trace, conn *stuckConn, ended chan struct{}) {
	conn = &stuckConn{received: make(chan struct{}), returns: make(chan error)}
	used := NewConn(conn)
	close(used.readEnded)
	trace = &Trace{}
	trace.connection.Store(&connection{reused: true, conn: used})
	ended = make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = used.Write([]byte("POST / HTTP/1.1\r\n"))
	}()
	<-conn.received
	return trace, conn, ended
}

func TestARequestThatIsAnsweredBeforeItsWriteReturnsDidNotMeetAClosedConnection(t *testing.T) {
	trace, conn, ended := sending()
	if trace.MetClosed() {
		t.Error("the request would be sent again, although the gateway has it")
	}
	conn.returns <- nil
	<-ended
	if trace.MetClosed() {
		t.Error("the request would be sent again after its write has returned")
	}
}
