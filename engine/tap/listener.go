package tap

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"assay/engine/access"
	"assay/engine/arrivals"
)

// keysTimeout limits the time until the judging process has sent the keys.
const keysTimeout = 30 * time.Second

// maxCommandBytes limits a frame from the judging process.
const maxCommandBytes = 1 << 20

// socketBufferBytes is requested from the kernel, which may grant less. The larger the buffer, the
// less often the writer and the judging process wait for each other, and each wait is long when the
// cores are busy.
const socketBufferBytes = 4 << 20

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
	if err := unix.SetWriteBuffer(socketBufferBytes); err != nil {
		return nil, err
	}
	return &listener{unix, bufio.NewReader(conn), make(chan struct{})}, nil
}

// readAccess waits for the first frame, which has the keys.
func (l *listener) readAccess() (access.Access, error) {
	if err := l.conn.SetReadDeadline(time.Now().Add(keysTimeout)); err != nil {
		return access.Access{}, err
	}
	kind, header, err := l.next()
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
		kind, header, err := l.next()
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

func (l *listener) next() (kind byte, header []byte, err error) {
	var prelude [preludeBytes]byte
	if _, err := io.ReadFull(l.reader, prelude[:]); err != nil {
		return 0, nil, err
	}
	length := binary.LittleEndian.Uint32(prelude[:])
	headerLength := binary.LittleEndian.Uint32(prelude[lengthBytes+1:])
	rest := length - (preludeBytes - lengthBytes)
	if length < preludeBytes-lengthBytes || length > maxCommandBytes || headerLength > rest {
		return 0, nil, fmt.Errorf("a frame of %d bytes is malformed", length)
	}
	content := make([]byte, rest)
	if _, err := io.ReadFull(l.reader, content); err != nil {
		return 0, nil, err
	}
	return prelude[lengthBytes], content[:headerLength], nil
}
