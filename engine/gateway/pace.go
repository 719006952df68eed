package gateway

import (
	"context"
	"io"
	"net"
	"time"

	"go.k6.io/k6/v2/lib/netext"
)

// narrowBytes is the receive buffer of a connection that is read slowly. What does not fit in it
// waits at the gateway; the kernel would else take in megabytes for a reader that sleeps.
const narrowBytes = 4 << 10

// piecesPerSecond is how often a slow reader reads.
const piecesPerSecond = 10

// pacedReader never reads faster than its pace, also not after it had to wait.
type pacedReader struct {
	ctx            context.Context
	body           io.Reader
	bytesPerSecond int64
	next           time.Time
}

// paced returns a reader of the body at this pace; 0 is as fast as it comes.
func paced(ctx context.Context, body io.Reader, bytesPerSecond int64) io.Reader {
	if bytesPerSecond == 0 {
		return body
	}
	return &pacedReader{ctx: ctx, body: body, bytesPerSecond: bytesPerSecond}
}

func (p *pacedReader) Read(b []byte) (int, error) {
	if err := p.rest(); err != nil {
		return 0, err
	}
	piece := max(1, p.bytesPerSecond/piecesPerSecond)
	count, err := p.body.Read(b[:min(int64(len(b)), piece)])
	p.next = time.Now().Add(time.Duration(count) * time.Second / time.Duration(p.bytesPerSecond))
	return count, err
}

func (p *pacedReader) rest() error {
	left := time.Until(p.next)
	if left <= 0 {
		return nil
	}
	timer := time.NewTimer(left)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-p.ctx.Done():
		return context.Cause(p.ctx)
	}
}

// narrow makes the kernel take in little of what is not read.
func (c *patientConn) narrow() {
	conn := c.Conn
	if counted, ok := conn.(*netext.Conn); ok {
		conn = counted.Conn
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(narrowBytes)
	}
}
