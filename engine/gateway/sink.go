package gateway

import (
	"bufio"
	"errors"
	"net"
	"os"
	"time"
)

// sink takes frames where they belong.
type sink interface {
	write(frames [][]byte) error
	close() error
}

// stuckAfter is how long the other side of the socket may take nothing at all.
const stuckAfter = 10 * time.Second

// socketSink writes to the process that judges.
type socketSink struct {
	conn *net.UnixConn
	// gone is closed when the other side has closed the socket.
	gone <-chan struct{}
}

func (s socketSink) write(frames [][]byte) error {
	pending := make(net.Buffers, len(frames))
	copy(pending, frames)
	for len(pending) > 0 {
		// Some at a time, so that the deadline asks for progress, not for an end.
		some := pending[:min(64, len(pending))]
		pending = pending[len(some):]
		if err := s.conn.SetWriteDeadline(time.Now().Add(stuckAfter)); err != nil {
			return err
		}
		if _, err := some.WriteTo(s.conn); err != nil {
			return err
		}
	}
	return nil
}

// close ends the frames and waits until the other side has read them and closed in its turn: if it
// still has something to say, a socket that is gone would cost it what it has not read yet.
func (s socketSink) close() error {
	ended := s.conn.CloseWrite()
	select {
	case <-s.gone:
	case <-time.After(stuckAfter):
	}
	return errors.Join(ended, s.conn.Close())
}

// statusSink leaves exchanges and ends of groups to the recording: the process at the other end of
// the socket learns how the run goes and nothing of what came.
type statusSink struct {
	sink
}

func (s statusSink) write(frames [][]byte) error {
	status := make([][]byte, 0, len(frames))
	for _, frame := range frames {
		if kind := frame[lengthBytes]; kind != frameExchange && kind != frameGroupEnd {
			status = append(status, frame)
		}
	}
	if len(status) == 0 {
		return nil
	}
	return s.sink.write(status)
}

// fileSink writes a recording.
type fileSink struct {
	file   *os.File
	writer *bufio.Writer
}

func newFileSink(path string) (*fileSink, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &fileSink{file, bufio.NewWriterSize(file, 256<<10)}, nil
}

func (s *fileSink) write(frames [][]byte) error {
	for _, frame := range frames {
		if _, err := s.writer.Write(frame); err != nil {
			return err
		}
	}
	return s.writer.Flush()
}

func (s *fileSink) close() error {
	if err := s.writer.Flush(); err != nil {
		return err
	}
	return s.file.Close()
}
