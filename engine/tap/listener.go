package tap

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"time"

	"assay/engine/access"
	"assay/engine/arrivals"
	"assay/engine/framing"
)

// keysTimeout limits the time until the judging process has sent the keys.
const keysTimeout = 30 * time.Second

// maxCommandBytes limits a frame from the judging process.
const maxCommandBytes = 1 << 20

// listener reads the frames that the judging process sends.
type listener struct {
	conn   *net.UnixConn
	reader *bufio.Reader
	// done is closed when reading has ended.
	done chan struct{}
}

func connect(path string) (*listener, error) {
	conn, err := net.DialTimeout("unix", path, keysTimeout)
	if err != nil {
		return nil, err
	}
	unix, ok := conn.(*net.UnixConn)
	if !ok {
		return nil, errors.New("not a Unix socket")
	}
	if err := unix.SetWriteBuffer(framing.SocketBufferBytes); err != nil {
		return nil, err
	}
	return &listener{unix, bufio.NewReader(conn), make(chan struct{})}, nil
}

// readAccess waits for the first frame, which has the keys.
func (l *listener) readAccess() (access.Access, error) {
	if err := l.conn.SetReadDeadline(time.Now().Add(keysTimeout)); err != nil {
		return access.Access{}, err
	}
	kind, header, err := framing.Read(l.reader, maxCommandBytes)
	if err != nil {
		return access.Access{}, fmt.Errorf("the judging process sent no keys within %s: %w", keysTimeout, err)
	}
	if kind != frameKeys {
		return access.Access{}, fmt.Errorf("the first frame of the judging process must be keys (type %d); got type %d", frameKeys, kind)
	}
	var sent struct {
		access.Keys
		Access access.Access
	}
	sent.Access = access.Default()
	if json.Unmarshal(header, &sent) != nil {
		return access.Access{}, errors.New("the keys frame is not valid JSON") // its text must not be logged
	}
	sent.Access.Keys = sent.Keys
	return sent.Access, l.conn.SetReadDeadline(time.Time{})
}

// listen handles frames until the socket ends, and returns the reason.
func (l *listener) listen(violations *violations) error {
	defer close(l.done)
	for {
		kind, header, err := framing.Read(l.reader, maxCommandBytes)
		if err != nil {
			return err
		}
		switch kind {
		case frameStop:
			arrivals.ProcessStats.Stop()
		case frameViolations:
			var counted struct {
				Rule, Operation string
				Count           int64
			}
			if err := json.Unmarshal(header, &counted); err != nil {
				return fmt.Errorf("a violations frame is not valid JSON: %w", err)
			}
			violations.add(Violation{counted.Rule, counted.Operation}, counted.Count)
		default:
			return fmt.Errorf("a frame has an unknown type: %d", kind)
		}
	}
}
