package gateway

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"assay/engine/arrivals"
)

// keysWait bounds the time until the judging process has sent the keys.
const keysWait = 10 * time.Second

// maxCommandBytes bounds a frame from the judging process.
const maxCommandBytes = 1 << 20

// socketBufferBytes is asked of the kernel, which may give less. The more fits, the less often the
// writer and the judging process have to wait for each other, and each wait is long when the cores
// are busy.
const socketBufferBytes = 4 << 20

// listener reads what the judging process sends.
type listener struct {
	conn   *net.UnixConn
	reader *bufio.Reader
	// gone is closed when nothing more is read.
	gone chan struct{}
}

func connect(path string) (*listener, error) {
	conn, err := net.DialTimeout("unix", path, keysWait)
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

// keys waits for the first frame.
func (l *listener) keys() (keys, access, error) {
	if err := l.conn.SetReadDeadline(time.Now().Add(keysWait)); err != nil {
		return keys{}, access{}, err
	}
	kind, header, err := l.next()
	if err != nil {
		return keys{}, access{}, fmt.Errorf("no keys came through the tap within %s: %w", keysWait, err)
	}
	if kind != frameKeys {
		return keys{}, access{}, fmt.Errorf("the first frame must be keys (%d); got type %d", frameKeys, kind)
	}
	var sent struct {
		First, Second string
		Access        access
	}
	sent.Access = plainAccess()
	if json.Unmarshal(header, &sent) != nil {
		return keys{}, access{}, errors.New("the keys frame is not JSON") // and its text is not for a log
	}
	return keys{sent.First, sent.Second}, sent.Access, l.conn.SetReadDeadline(time.Time{})
}

// listen obeys frames until the socket ends, and returns why it did.
func (l *listener) listen(violations *violations) error {
	defer close(l.gone)
	for {
		kind, header, err := l.next()
		if err != nil {
			return err
		}
		switch kind {
		case frameStop:
			arrivals.ProcessStats.Stop()
		case frameViolations:
			var told struct {
				Rule, Operation string
				Count           int64
			}
			if err := json.Unmarshal(header, &told); err != nil {
				return fmt.Errorf("a violations frame that is not JSON: %w", err)
			}
			violations.add(violation{told.Rule, told.Operation}, told.Count)
		default:
			return fmt.Errorf("a frame of unknown type: %d", kind)
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
		return 0, nil, fmt.Errorf("a malformed frame of %d bytes", length)
	}
	content := make([]byte, rest)
	if _, err := io.ReadFull(l.reader, content); err != nil {
		return 0, nil, err
	}
	return prelude[lengthBytes], content[:headerLength], nil
}
