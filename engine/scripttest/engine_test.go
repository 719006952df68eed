package scripttest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// patience is longer than any run of these tests on a busy machine, and shorter than those that must end early.
const patience = time.Minute

// enginePath is the engine under test: ASSAY_ENGINE, or one built for these tests.
var enginePath string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "assay-engine-test-")
	if err != nil {
		panic(err)
	}
	if enginePath = os.Getenv("ASSAY_ENGINE"); enginePath == "" {
		enginePath = filepath.Join(folder, "engine")
		build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", enginePath, "..")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if output, err := build.CombinedOutput(); err != nil {
			panic(fmt.Sprintf("the engine cannot be built: %s", output))
		}
	}
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// process is a run of the engine.
type process struct {
	t      *testing.T
	cmd    *exec.Cmd
	output bytes.Buffer
	done   chan struct{}
	// code is the exit code, once done.
	code int
}

// start runs a script; env holds NAME=value. The process never outlives the test.
func start(t *testing.T, script string, env []string, args ...string) *process {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	t.Cleanup(cancel)
	path := filepath.Join(t.TempDir(), "script.js")
	if err := os.WriteFile(path, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, done: make(chan struct{})}
	args = append([]string{"run", "--quiet", "--no-color", "--no-usage-report", "--summary-mode=disabled"}, args...)
	p.cmd = exec.CommandContext(ctx, enginePath, append(args, path)...)
	p.cmd.Env = append([]string{"HOME=" + t.TempDir(), "K6_AUTO_EXTENSION_RESOLUTION=false"}, env...)
	p.cmd.Stdout, p.cmd.Stderr = &p.output, &p.output
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.done)
		err := p.cmd.Wait()
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			p.code = exit.ExitCode()
		}
	}()
	t.Cleanup(func() { cancel(); <-p.done })
	return p
}

// wait returns what the engine printed, once it has ended.
func (p *process) wait() string {
	p.t.Helper()
	select {
	case <-p.done:
	case <-time.After(patience):
		_ = p.cmd.Process.Kill()
		<-p.done
		p.t.Fatalf("the engine has not ended within %s; it printed:\n%s", patience, p.output.String())
	}
	return p.output.String()
}

func (p *process) terminate() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
}

// openLoop is a script with one scenario of the arrivals executor; body is that of its function.
func openLoop(options, setup, body string) string {
	return fmt.Sprintf(`import { request, together, endGroup, wav, file, now, intended } from 'k6/x/gateway';
%s
export const options = { scenarios: { load: { executor: 'arrivals', %s } } };
export default function () { %s }
`, setup, options, body)
}

// once is a script whose function runs one time.
func once(setup, body string) string {
	return fmt.Sprintf(`import { request, together, endGroup, wav, file, now, intended } from 'k6/x/gateway';
%s
export const options = { vus: 1, iterations: 1, maxDuration: '30s' };
export default function () { %s }
`, setup, body)
}
