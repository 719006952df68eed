package tap

import (
	"bufio"
	"encoding/binary"
	"hash/crc32"
	"os"

	"assay/engine/framing"
)

// Sink receives frames, in batches.
type Sink interface {
	Write(frames [][]byte) error
	Close() error
}

// statusSink omits exchanges and ends of groups, which are only recorded: the process at the other
// end of the socket receives the state of the run and no answers.
type statusSink struct {
	Sink
}

func (s statusSink) Write(frames [][]byte) error {
	status := make([][]byte, 0, len(frames))
	for _, frame := range frames {
		if kind := framing.Kind(frame); kind != frameExchange && kind != frameGroupEnd {
			status = append(status, frame)
		}
	}
	if len(status) == 0 {
		return nil
	}
	return s.Sink.Write(status)
}

// fileSink writes a recording: after each frame a checksum, which continues that of the frame before.
type fileSink struct {
	file     *os.File
	writer   *bufio.Writer
	checksum uint32
}

// newFileSink creates a file that only this user can read: it contains complete answers.
func newFileSink(path string) (*fileSink, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() && info.Mode().Perm() != 0o600 {
		// The file was there with another mode. A file system whose modes are fixed refuses.
		_ = file.Chmod(0o600)
	}
	return &fileSink{file: file, writer: bufio.NewWriterSize(file, 256<<10)}, nil
}

func (s *fileSink) Write(frames [][]byte) error {
	var checksum [checksumBytes]byte
	for _, frame := range frames {
		s.checksum = crc32.Update(s.checksum, crc32.IEEETable, frame)
		binary.LittleEndian.PutUint32(checksum[:], s.checksum)
		if _, err := s.writer.Write(frame); err != nil {
			return err
		}
		if _, err := s.writer.Write(checksum[:]); err != nil {
			return err
		}
	}
	return s.writer.Flush()
}

func (s *fileSink) Close() error {
	if err := s.writer.Flush(); err != nil {
		return err
	}
	return s.file.Close()
}
