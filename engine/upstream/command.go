// Package upstream is the provider behind a gateway: it answers what the gateway forwards, as scripts
// say, and reports each exchange with its own times (docs/contributing/upstream.md).
package upstream

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"syscall"
)

// exitProblem is the exit code where something must be changed before the upstream can start.
const exitProblem = 3

// Main runs `engine upstream` and returns its exit code.
func Main(args []string, getenv func(string) string, stdout, stderr io.Writer) int {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	defer signal.Stop(signals)
	if err := run(args, getenv, stdout, stderr, signals); err != nil {
		_, _ = fmt.Fprintf(stderr, "engine upstream: %v\n", err)
		return exitProblem
	}
	return 0
}

func run(args []string, getenv func(string) string, stdout, stderr io.Writer, signals <-chan os.Signal) error {
	settings, err := readSettings(args, getenv)
	if err != nil {
		return err
	}
	s, err := newServer(settings)
	if err != nil {
		return listenProblem(settings.listen, err)
	}
	defer s.stop()
	warning := facing(s.main.Addr())
	ended := make(chan error, 1)
	if settings.socket != "" {
		if s.reports, err = connect(settings); err != nil {
			return err
		}
		if err := s.reports.open(s); err != nil {
			return err
		}
	}
	s.start()
	if s.reports != nil {
		go func() { ended <- s.reports.listen(s) }()
	}
	_, _ = fmt.Fprintf(stdout, "listening http://%s\n", s.mainAddress)
	if warning != "" {
		_, _ = fmt.Fprintln(stderr, warning)
	}
	select {
	case <-signals:
		err = nil
	case err = <-s.failure:
	case err = <-ended:
		if errors.Is(err, io.EOF) {
			err = nil
		}
	}
	s.stop()
	if s.reports != nil {
		s.reports.end()
	}
	return err
}

// listenProblem says what to do about an address that cannot be used.
func listenProblem(address string, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("the port of %s is in use. Choose another one, or port 0 for any free port", address)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("the port of %s needs privileges. Choose one above 1023", address)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("%s is not an address of this machine. Use 127.0.0.1 for this machine only", address)
	default:
		return fmt.Errorf("the upstream cannot listen on %s: %w", address, err)
	}
}

// facing returns a warning where other machines can reach the upstream.
func facing(address net.Addr) string {
	tcp, ok := address.(*net.TCPAddr)
	if !ok || tcp.IP.IsLoopback() {
		return ""
	}
	return fmt.Sprintf("The upstream listens on %s, which other machines can reach: it answers any of them.", address)
}
