package framing

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"time"
)

// keysTimeout limits the time until the judging process has sent the keys.
const keysTimeout = 30 * time.Second

// Peer is the judging process at the other end of a Unix socket.
type Peer struct {
	Conn *net.UnixConn
	// Closed is closed when nothing more is read from it.
	Closed chan struct{}
	// maxBytes limits a frame that it sends.
	maxBytes uint32
	reader   *bufio.Reader
}

// Dial connects to the process that listens on this socket.
func Dial(path string, maxBytes uint32) (*Peer, error) {
	conn, err := net.DialTimeout("unix", path, keysTimeout)
	if err != nil {
		return nil, err
	}
	unix, ok := conn.(*net.UnixConn)
	if !ok {
		return nil, errors.New("not a Unix socket")
	}
	if err := unix.SetWriteBuffer(SocketBufferBytes); err != nil {
		return nil, err
	}
	return &Peer{unix, make(chan struct{}), maxBytes, bufio.NewReader(conn)}, nil
}

// ReadKeys waits for the first frame, which has the keys.
func (p *Peer) ReadKeys(kind byte, keys any) error {
	if err := p.Conn.SetReadDeadline(time.Now().Add(keysTimeout)); err != nil {
		return err
	}
	first, header, err := p.Read()
	if err != nil {
		return fmt.Errorf("the judging process sent no keys within %s: %w", keysTimeout, err)
	}
	if first != kind {
		return fmt.Errorf("the first frame of the judging process must be keys (type %d); got type %d", kind, first)
	}
	if json.Unmarshal(header, keys) != nil {
		return errors.New("the keys frame is not valid JSON") // its text must not be logged
	}
	return p.Conn.SetReadDeadline(time.Time{})
}

// Read returns the type and the header of the next frame.
func (p *Peer) Read() (kind byte, header []byte, err error) {
	kind, header, _, err = Read(p.reader, p.maxBytes)
	return kind, header, err
}
