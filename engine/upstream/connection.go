package upstream

import (
	"errors"
	"net"
	"os"
	"sync/atomic"

	"assay/engine/clock"
	"assay/engine/upstream/pacer"
)

// connection is one of a gateway. It stamps what is read, in ns since the origin.
type connection struct {
	net.Conn
	server   *server
	listener string
	number   int64
	// count numbers its requests.
	count  int64
	waiter *pacer.Waiter
	// firstNs is when the first byte arrived of what no request has read to its end yet, 0 where none has;
	// lastNs is when the last one did.
	firstNs, lastNs atomic.Int64
	// goneNs is when the gateway had closed it; 0 before.
	goneNs atomic.Int64
	// closesOnReuse: the first byte of the next request ends it.
	closesOnReuse atomic.Bool
}

// ofStream returns what a request has for itself with HTTP/2. It was received with the last read.
func (c *connection) ofStream() *connection {
	stream := &connection{Conn: c.Conn, server: c.server, listener: c.listener, number: c.number, waiter: pacer.NewWaiter()}
	readNs := c.lastNs.Load()
	stream.firstNs.Store(readNs)
	stream.lastNs.Store(readNs)
	return stream
}

func (c *connection) Read(p []byte) (int, error) {
	count, err := c.Conn.Read(p)
	nowNs := clock.NowNs()
	if count > 0 {
		c.lastNs.Store(nowNs)
		c.firstNs.CompareAndSwap(0, nowNs)
		if c.closesOnReuse.Load() {
			c.reportUnread()
			_ = c.Close()
			return 0, net.ErrClosed
		}
	} else if !errors.Is(err, os.ErrDeadlineExceeded) {
		c.goneNs.CompareAndSwap(0, nowNs)
	}
	return count, err
}

// listener accepts connections under a name.
type listener struct {
	net.Listener
	server *server
	name   string
}

func (l listener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	number := l.server.connections.Add(1)
	return &connection{Conn: conn, server: l.server, listener: l.name, number: number, waiter: pacer.NewWaiter()}, nil
}
