package framing

import (
	"errors"
	"fmt"
	"net"
	"os"
	"time"
)

// DefaultPatience is how long the judging process may read nothing before the load ends: it may be
// busy with one answer, but load must not continue for long when nothing receives its results.
const DefaultPatience = 30 * time.Second

// lastingStalls is how often that time may pass before the run fails.
const lastingStalls = 20

// SocketSink writes to the judging process, and waits for it: frames that come meanwhile are in the
// queue, as far as the budget has room for them.
type SocketSink struct {
	Conn *net.UnixConn
	// PeerClosed is closed when the other side has closed the socket.
	PeerClosed <-chan struct{}
	Patience   time.Duration
	// OnStall is called each time that the other side has read nothing for as long as the patience.
	OnStall func()
}

func (s SocketSink) Write(frames [][]byte) error {
	pending := make(net.Buffers, len(frames))
	copy(pending, frames)
	for len(pending) > 0 {
		// A few at a time, so that the deadline applies to progress, not to the whole batch.
		batch := pending[:min(64, len(pending))]
		pending = pending[len(batch):]
		if err := s.writeBatch(batch); err != nil {
			return err
		}
	}
	return nil
}

func (s SocketSink) writeBatch(batch net.Buffers) error {
	for stalls := 0; stalls < lastingStalls; {
		if err := s.Conn.SetWriteDeadline(time.Now().Add(s.Patience)); err != nil {
			return err
		}
		count, err := batch.WriteTo(s.Conn)
		switch {
		case !errors.Is(err, os.ErrDeadlineExceeded):
			return err
		case count > 0:
			stalls = 0
		default:
			stalls++
			s.OnStall()
		}
	}
	return fmt.Errorf("the judging process read nothing for %s", lastingStalls*s.Patience)
}

// Close ends the frames and waits until the other side has read them and closed its direction too: if
// it were still writing, closing the socket would discard what it has not read yet.
func (s SocketSink) Close() error {
	err := s.Conn.CloseWrite()
	select {
	case <-s.PeerClosed:
	case <-time.After(s.Patience):
	}
	return errors.Join(err, s.Conn.Close())
}
